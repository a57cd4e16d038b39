#include "src/input/formula_reader.hpp"

#include <algorithm>
#include <ranges>

#include "src/input/expression_list.hpp"
#include "src/input/mapping.hpp"
#include "src/input/nearest.hpp"

namespace gpumodel {

void FormulaReader::add_parameter(const std::string& name) {
  slots_.try_emplace(name, static_cast<std::int32_t>(names_.size()));
  names_.push_back(name);
}

Formula FormulaReader::read(const Node& node, std::string_view key, NameScope scope) {
  Formula result;
  result.column = node.column;
  result.source = {Provenance::derived, std::string(key), problems_.file().shown,
                   node.line,           node.text,        1.0};
  const std::optional<std::string> text = scalar_text(node, key, problems_);
  if (!text) return result;
  try {
    result.expression = Expression::parse(*text);
  } catch (const ExpressionError& error) {
    problems_.add("expression-syntax", node, error);
    return result;
  }
  for (Expression::Name& name : result.expression.names()) bind(name, node, scope);
  return result;
}

std::vector<Formula> FormulaReader::read_list(const Node& node, std::string_view key,
                                              std::size_t most, NameScope scope) {
  const std::vector<Node> items = expression_list(node, problems_.file());
  if (items.empty() || items.size() > most) {
    problems_.add("type-wrong", node,
                  "'" + std::string(key) + "' must be a list of 1 to " + std::to_string(most) +
                      " expressions");
    return {};
  }
  std::vector<Formula> all;
  for (const Node& item : items) all.push_back(read(item, key, scope));
  return all;
}

void FormulaReader::bind(Expression::Name& name, const Node& node, NameScope scope) {
  const auto parameter = slots_.find(name.text);
  const auto block = std::ranges::find(block_names, name.text);
  if (parameter != slots_.end()) {
    name.slot = parameter->second;
  } else if (scope == NameScope::parameters_and_block && block != block_names.end()) {
    name.slot = static_cast<std::int32_t>(names_.size()) +
                static_cast<std::int32_t>(block - block_names.begin());
  } else {
    report_unknown(name, node, scope);
  }
}

void FormulaReader::report_unknown(const Expression::Name& name, const Node& node,
                                   NameScope scope) {
  constexpr std::size_t most_shown = 20;
  std::vector<std::string> known = names_;
  if (scope == NameScope::parameters_and_block) {
    known.insert(known.end(), block_names.begin(), block_names.end());
  }
  std::vector<std::string> hints = did_you_mean(name.text, known);
  std::string defined = "defined here:";
  for (const std::string& each : known | std::views::take(most_shown)) defined += " " + each;
  if (known.size() > most_shown) defined += " ...";
  hints.push_back(known.empty() ? "no parameters are defined" : defined);
  problems_.add(
      "expression-unknown-name", node,
      ExpressionError{
          "unknown name '" + name.text + "' in an expression", {}, name.column, name.text.size()},
      std::move(hints));
}

}  // namespace gpumodel
