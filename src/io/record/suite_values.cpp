#include "src/io/record/suite_values.hpp"

#include <algorithm>

#include "src/io/kernel/expression_list.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t most_combinations = 10000;

std::optional<Number> number_of(const Node& node, Problems& problems) {
  const auto text = scalar_text(node, "a value", problems);
  if (!text) return std::nullopt;
  try {
    const Expression expression = Expression::parse(*text);
    if (!expression.names().empty()) {
      const Expression::Name& used = expression.names().front();
      throw ExpressionError{
          "values of a suite cannot use names", {}, used.column, used.text.size()};
    }
    return expression.evaluate({});
  } catch (const ExpressionError& error) {
    problems.add("expression-syntax", node, error);
    return std::nullopt;
  }
}

std::vector<Number> numbers(const Node& node, Problems& problems) {
  std::vector<Number> all;
  for (const Node& value : expression_list(node, problems.file())) {
    if (const auto number = number_of(value, problems)) all.push_back(*number);
  }
  return all;
}

}  // namespace

std::vector<std::string> suite_texts(const Node& node, Problems& problems) {
  std::vector<std::string> all;
  for (const Node& child : expression_list(node, problems.file())) {
    if (auto text = scalar_text(child, "a name", problems)) all.push_back(std::move(*text));
  }
  if (all.empty()) problems.add("type-wrong", node, "expected a name or a list of names");
  return all;
}

std::vector<SuiteParameter> suite_parameters(const Node& node, Problems& problems) {
  std::vector<SuiteParameter> all;
  Mapping with(node, "'with'", problems);
  std::size_t count = 1;
  for (const Mapping::Entry& parameter : with.entries()) {
    SuiteParameter read{parameter.key->text, numbers(*parameter.value, problems)};
    count *= std::max<std::size_t>(1, read.values.size());
    if (count > most_combinations) {
      problems.add("suite-point", *parameter.key, "more than 10000 combinations");
      return all;
    }
    all.push_back(std::move(read));
  }
  return all;
}

std::vector<std::int64_t> suite_counts(Mapping& fields, std::string_view key, std::int64_t most) {
  std::vector<std::int64_t> all;
  const Node* node = fields.optional(key);
  if (node == nullptr) return all;
  for (const Number number : numbers(*node, fields.problems())) {
    if (number.is_integer() && number.integer() >= 1 && number.integer() <= most) {
      all.push_back(number.integer());
      continue;
    }
    fields.problems().add("value-unknown", *node,
                          "'" + std::string(key) + "' cannot be " + to_string(number),
                          {"a whole number from 1 to " + std::to_string(most)});
  }
  return all;
}

}  // namespace gpumodel
