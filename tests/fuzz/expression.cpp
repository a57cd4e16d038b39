// Any text is an expression or an ExpressionError that points into it; whatever compiles has a
// finite value or says where it has none. Names get small whole numbers.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "models/core/expression/expression.hpp"

namespace {

using namespace gpumodel;

void evaluate(std::string_view text, Arithmetic arithmetic) {
  Expression expression = Expression::parse(text, arithmetic);
  if (expression.text() != text) std::abort();
  std::vector<Number> values;
  for (Expression::Name& name : expression.names()) {
    if (text.substr(name.column, name.text.size()) != name.text) std::abort();
    name.slot = static_cast<std::int32_t>(values.size());
    values.push_back(Number::integer(static_cast<std::int64_t>(values.size()) - 1));
  }
  const Number value = expression.evaluate(values);
  if (!std::isfinite(value.real())) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const Arithmetic arithmetic : {Arithmetic::exact, Arithmetic::index}) {
    try {
      evaluate(text, arithmetic);
    } catch (const ExpressionError& error) {
      if (error.message.empty() || error.column > size || error.length < 1) std::abort();
      if (error.column + error.length > size + 1) std::abort();
    }
  }
  return 0;
}
