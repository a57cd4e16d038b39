#include <gpumodel/value.hpp>

#include <fmt/format.h>

#include "src/api/guard.hpp"

namespace gpumodel {
inline namespace v1 {

// The shortest text that reads back as the same number.
Value::Value(double value) : text_(fmt::format("{}", value)) {}

std::vector<std::string> definitions_of(const Parameters& parameters) {
  std::vector<std::string> all;
  for (const auto& [name, value] : parameters) all.push_back(name + "=" + value.text());
  return all;
}

}  // namespace v1
}  // namespace gpumodel
