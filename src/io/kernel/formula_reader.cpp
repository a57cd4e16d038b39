#include "src/io/kernel/formula_reader.hpp"

#include <algorithm>
#include <ranges>

#include "src/io/kernel/expression_list.hpp"
#include "src/io/text/mapping.hpp"
#include "src/io/text/nearest.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t first_variable = block_names.size() + thread_names.size();

template <class Names>
std::optional<std::size_t> position(const Names& names, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

void append_coordinates(std::vector<std::string>& names) {
  names.insert(names.end(), block_names.begin(), block_names.end());
  names.insert(names.end(), thread_names.begin(), thread_names.end());
  for (const CoordinateAlias& each : cuda_spellings) names.emplace_back(each.alias);
}

// An element of an array in an expression of a thread has a statement of its own.
std::vector<std::string> syntax_hints(const ExpressionError& error, std::string_view text,
                                      NameScope scope) {
  const bool bracket = error.column < text.size() && text[error.column] == '[';
  if (scope != NameScope::thread || !bracket) return {};
  return {"the value of an element is named first: - read: {value: x[i]}"};
}

}  // namespace

std::optional<std::size_t> coordinate_slot(std::string_view name) {
  const auto alias = std::ranges::find(cuda_spellings, name, &CoordinateAlias::alias);
  if (alias != cuda_spellings.end()) name = alias->name;
  if (const auto block = position(block_names, name)) return block;
  const auto thread = position(thread_names, name);
  if (thread) return block_names.size() + *thread;
  return std::nullopt;
}

void FormulaReader::add_parameter(const std::string& name) {
  slots_.try_emplace(name, static_cast<std::int32_t>(names_.size()));
  names_.push_back(name);
}

std::size_t FormulaReader::define_variable(const Node& name) {
  return names_.size() + first_variable + variables_.define(name.text, name.line).index;
}

Formula FormulaReader::read(const Node& node, std::string_view key, NameScope scope,
                            Arithmetic arithmetic) {
  Formula result;
  result.column = node.column;
  result.source = {Provenance::derived, std::string(key), problems_.file().shown,
                   node.line,           node.text,        1.0};
  const std::optional<std::string> text = scalar_text(node, key, problems_);
  if (!text) return result;
  try {
    result.expression = Expression::parse(*text, arithmetic);
  } catch (const ExpressionError& error) {
    problems_.add("expression-syntax", node, error, syntax_hints(error, *text, scope));
    return result;
  }
  bind(result.expression, node, 0, scope);
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

void FormulaReader::bind(Expression& expression, const Node& node, std::size_t offset,
                         NameScope scope) {
  for (Expression::Name& name : expression.names()) {
    if (const std::optional<std::size_t> slot = slot_of(name.text, scope)) {
      name.slot = static_cast<std::int32_t>(*slot);
    } else {
      report_unknown(name, node, offset, scope);
    }
  }
}

std::optional<std::size_t> FormulaReader::slot_of(std::string_view name, NameScope scope) const {
  const std::size_t after_parameters = names_.size();
  const auto parameter = slots_.find(name);
  if (parameter != slots_.end()) return static_cast<std::size_t>(parameter->second);
  if (scope == NameScope::contents && name == contents_index) {
    return after_parameters + block_names.size();
  }
  if (scope == NameScope::parameters_and_block) {
    const auto block = position(block_names, name);
    if (block) return after_parameters + *block;
  }
  if (scope != NameScope::thread) return std::nullopt;
  if (const Variables::Variable* variable = variables_.find(name)) {
    return after_parameters + first_variable + variable->index;
  }
  const std::optional<std::size_t> coordinate = coordinate_slot(name);
  if (coordinate) return after_parameters + *coordinate;
  return std::nullopt;
}

void FormulaReader::report_unknown(const Expression::Name& name, const Node& node,
                                   std::size_t offset, NameScope scope) {
  const bool out_of_scope = scope == NameScope::thread && variables_.line_of(name.text);
  const std::string message = out_of_scope ? "variable '" + name.text + "' is not known here"
                                           : "unknown name '" + name.text + "' in an expression";
  problems_.add("expression-unknown-name", node,
                ExpressionError{message, {}, offset + name.column, name.text.size()},
                unknown_name_hints(name.text, scope));
}

std::vector<std::string> FormulaReader::known_names(NameScope scope) const {
  std::vector<std::string> known = names_;
  if (scope == NameScope::parameters_and_block) {
    known.insert(known.end(), block_names.begin(), block_names.end());
  }
  if (scope == NameScope::contents) known.emplace_back(contents_index);
  if (scope == NameScope::thread) {
    for (const Variables::Variable& each : variables_.known()) known.push_back(each.name);
  }
  return known;
}

std::vector<std::string> FormulaReader::unknown_name_hints(std::string_view name,
                                                           NameScope scope) const {
  constexpr std::size_t most_shown = 20;
  const bool thread = scope == NameScope::thread;
  const std::optional<int> line = thread ? variables_.line_of(name) : std::nullopt;
  if (line) {
    return {"it is defined in line " + std::to_string(*line) +
            ", and known from there to the end of its list of statements"};
  }
  if (thread && name == contents_index) {
    return {"the number of an element is known in 'values' only; a thread has global.x"};
  }
  std::vector<std::string> known = known_names(scope);
  std::string defined = "defined here:";
  for (const std::string& each : known | std::views::take(most_shown)) defined += " " + each;
  if (known.size() > most_shown) defined += " ...";
  if (known.empty()) defined = thread ? "nothing is defined" : "no parameters are defined";
  if (thread) {
    defined += "; and thread, block_index, block, grid, global with .x .y .z, lane, warp";
    append_coordinates(known);
  }
  std::vector<std::string> hints = did_you_mean(name, known);
  hints.push_back(std::move(defined));
  return hints;
}

}  // namespace gpumodel
