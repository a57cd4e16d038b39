#include "src/io/cuda/contents_text.hpp"

#include <algorithm>
#include <cmath>

namespace gpumodel {
namespace {

// A number where it hangs on parameters alone.
std::string argument_text(const Formula& formula, std::span<const Number> values,
                          const NameText& name) {
  const bool known = std::ranges::all_of(formula.expression.names(), [&](const auto& used) {
    return static_cast<std::size_t>(used.slot) < values.size();
  });
  if (!known) return cuda_text(formula, name).inside(binds_product + 1);
  try {
    const Number value = formula.expression.evaluate(values);
    if (value.is_integer()) return cuda_number(value.integer());
    fail(formula, "expected a whole number, this is " + to_string(value));
  } catch (const ExpressionError& error) {
    throw FormulaError{&formula, error};
  }
}

double weight_of(const Formula& formula, std::span<const Number> values) {
  for (const auto& used : formula.expression.names()) {
    if (static_cast<std::size_t>(used.slot) >= values.size()) {
      fail(formula, "a weight that differs from thread to thread cannot be written");
    }
  }
  return formula.expression.evaluate(values).real();
}

// Parts of 2^53, as 53 bits decide.
std::string histogram_text(const std::vector<Formula>& arguments, std::span<const Number> values,
                           const std::string& bits, const NameText& name) {
  double total = 0.0;
  for (std::size_t i = 1; i < arguments.size(); i += 2) total += weight_of(arguments[i], values);
  std::string text = "pick(" + bits;
  double below = 0.0;
  for (std::size_t i = 0; i + 1 < arguments.size(); i += 2) {
    const double weight = weight_of(arguments[i + 1], values);
    if (weight == 0.0) continue;
    below += weight;
    const auto end =
        static_cast<std::int64_t>(std::min(0x1p53, std::round(below / total * 0x1p53)));
    text += ", " + std::to_string(end) + "LL, " + argument_text(arguments[i], values, name);
  }
  return text + ")";
}

}  // namespace

std::string contents_text(const Contents& contents, std::span<const Number> values,
                          const std::string& bits, const NameText& name, const std::string& table,
                          const std::string& index) {
  const std::vector<Formula>& arguments = contents.arguments;
  const auto text = [&](std::size_t i) { return argument_text(arguments[i], values, name); };
  switch (contents.kind) {
    case Contents::Kind::exact:
      return cuda_text(arguments[0], name).text;
    case Contents::Kind::uniform:
      return "between(" + bits + ", " + text(0) + ", " + text(1) + ")";
    case Contents::Kind::banded:
      return text(0) + " + between(" + bits + ", -(" + text(1) + "), " + text(1) + " + 1)";
    case Contents::Kind::histogram:
      return histogram_text(arguments, values, bits, name);
    case Contents::Kind::file:
      return table + "(" + index + " % " + std::to_string(contents.values.size()) + ")";
  }
  return "0";
}

}  // namespace gpumodel
