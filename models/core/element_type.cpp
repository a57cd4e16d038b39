#include "models/core/element_type.hpp"

#include <array>

namespace gpumodel {
namespace {

struct Scalar {
  std::string_view name;
  int bytes;
};

constexpr std::array<Scalar, 8> scalars = {{{"f16", 2},
                                            {"bf16", 2},
                                            {"f32", 4},
                                            {"f64", 8},
                                            {"i8", 1},
                                            {"i16", 2},
                                            {"i32", 4},
                                            {"i64", 8}}};

}  // namespace

std::optional<ElementType> parse_element_type(std::string_view text) {
  const std::size_t x = text.find('x');
  const std::string_view name = text.substr(0, x);
  int lanes = 1;
  if (x != std::string_view::npos) {
    const std::string_view count = text.substr(x + 1);
    if (count.size() != 1 || count[0] < '2' || count[0] > '4') return std::nullopt;
    lanes = count[0] - '0';
  }
  for (const Scalar& scalar : scalars) {
    if (scalar.name == name) return ElementType{scalar.name, scalar.bytes, lanes};
  }
  return std::nullopt;
}

std::string to_string(const ElementType& type) {
  std::string text(type.scalar);
  if (type.lanes > 1) text.append(1, 'x').append(std::to_string(type.lanes));
  return text;
}

}  // namespace gpumodel
