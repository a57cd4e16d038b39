#include "models/kernel/openacc/nest_text.hpp"

#include <algorithm>
#include <cctype>

namespace gpumodel {

std::string parentheses(const std::string& text) {
  const bool atom = std::ranges::all_of(text, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
  });
  return atom ? text : "(" + text + ")";
}

std::string plus(const std::string& a, const std::string& b) {
  if (a == "0") return b;
  if (b == "0") return a;
  return a + " + " + b;
}

std::string times(const std::string& a, const std::string& b) {
  if (a == "0" || b == "0") return "0";
  if (a == "1") return b;
  if (b == "1") return a;
  return parentheses(a) + " * " + parentheses(b);
}

std::string trips(const NestLoop& loop) {
  const std::string first = loop.first.expression.text();
  const std::string end = loop.end.expression.text();
  const std::string step = loop.step.expression.text();
  const std::string length = first == "0"
                                 ? "max(" + end + ", 0)"
                                 : "max(" + parentheses(end) + " - " + parentheses(first) + ", 0)";
  return step == "1" ? length : "ceil_div(" + length + ", " + step + ")";
}

NestNames::NestNames(const Kernel& kernel) {
  std::size_t slot = 0;
  for (const Parameter& parameter : kernel.parameters) slots_[parameter.name] = slot++;
  for (const std::string_view name : block_names) slots_[std::string(name)] = slot++;
  for (const std::string_view name : thread_names) slots_[std::string(name)] = slot++;
  first_variable_ = slot;
}

Formula NestNames::formula(const std::string& text, const Formula& origin) const {
  Formula result = origin;
  try {
    result.expression = Expression::parse(text, Arithmetic::index);
  } catch (ExpressionError& error) {
    error.column = 0;
    throw FormulaError{&origin, error};
  }
  result.source.note = text;
  for (Expression::Name& name : result.expression.names()) {
    const auto found = slots_.find(name.text);
    if (found != slots_.end()) name.slot = static_cast<std::int32_t>(found->second);
  }
  return result;
}

}  // namespace gpumodel
