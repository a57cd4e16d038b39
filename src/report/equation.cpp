#include "src/report/equation.hpp"

#include <cctype>

#include "src/report/format.hpp"

namespace gpumodel {
namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

const Operand* find(std::span<const Operand> operands, std::string_view symbol) {
  for (const Operand& operand : operands) {
    if (operand.symbol == symbol) return &operand;
  }
  return nullptr;
}

}  // namespace

std::string formatted_operand(const Operand& operand, const Term& term) {
  if (operand.dim != Seconds::dim) return format_quantity(operand.value, operand.dim);
  const Seconds time{operand.value};
  return term.time.low == term.time.high ? format_exact_time(time) : format_time(time);
}

std::string equation_with_numbers(const TermTree& tree, TermId leaf) {
  std::string_view right = tree[leaf].equation;
  if (const std::size_t equals = right.find("= "); equals != std::string_view::npos) {
    right.remove_prefix(equals + 2);
  }
  std::string text;
  for (std::size_t at = 0; at < right.size();) {
    std::size_t end = at;
    while (end < right.size() && is_word(right[end])) ++end;
    if (end == at) {
      text += right[at++];
      continue;
    }
    const std::string_view word = right.substr(at, end - at);
    const Operand* operand = find(tree.operands(leaf), word);
    text += operand != nullptr ? formatted_operand(*operand, tree[leaf]) : std::string(word);
    at = end;
  }
  return text;
}

std::string combination(const TermTree& tree, TermId term) {
  std::string text;
  for (const TermId part : tree.parts(term)) {
    if (!text.empty()) text += tree[term].combine == Combine::sum ? " + " : ", ";
    text += tree[part].name;
  }
  if (tree[term].combine == Combine::sum) return text;
  return std::string(to_string(tree[term].combine)) + "(" + text + ")";
}

std::string origin(const Operand& operand) {
  if (operand.source == nullptr) return "term " + std::string(operand.term);
  const Source& source = *operand.source;
  std::string text = source.file;
  if (source.line > 0) text += ":" + std::to_string(source.line);
  if (text.empty()) text = source.key;
  return text + " (" + std::string(to_string(source.from)) + ")";
}

}  // namespace gpumodel
