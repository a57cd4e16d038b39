#include "src/view/common/equation.hpp"

#include "src/io/text/format.hpp"

namespace gpumodel {

std::string formatted_operand(const Workings& workings, NodeId id) {
  const Operand& operand = workings.operand(id);
  const double value = workings.value(id);
  if (operand.dim != Seconds::dim) return format_quantity(value, operand.dim);
  const bool exact = workings.low(id) == workings.high(id);
  return exact ? format_exact_time(Seconds{value}) : format_time(Seconds{value});
}

std::string equation_with_numbers(const Workings& workings, NodeId id) {
  return workings.text(id, [&](NodeId operand) { return formatted_operand(workings, operand); });
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

namespace {

std::string place(const Source& source) {
  std::string text = source.file;
  if (source.line > 0) text += ":" + std::to_string(source.line);
  if (text.empty()) text = source.key;
  return text + " (" + std::string(to_string(source.from)) + ")";
}

}  // namespace

std::string origin(const Operand& operand) {
  const std::string what(operand.what());
  switch (operand.from) {
    case From::number:
    case From::formula:
      return place(*operand.source());
    case From::curve:
      return place(*operand.source()) + " at " + format_quantity(operand.at, operand.at_dim);
    case From::place:
      return place(*operand.source()) + ", one of its places";
    case From::analysis:
      return "count: " + what;
    case From::constant:
      return "constant " + std::string(operand.constant()->name) + " (" +
             std::string(to_string(operand.constant()->scope)) + ")";
    case From::term:
      return "term " + what;
    case From::asked:
      return "asked for: " + what;
    case From::worked:
      break;
  }
  return {};
}

std::string ceiling_text(const Workings& workings, NodeId id) {
  const Operand& operand = workings.operand(id);
  std::string text = operand.source()->key + " " + formatted_operand(workings, id);
  if (operand.from == From::curve) text += " at " + format_quantity(operand.at, operand.at_dim);
  return text + " (" + std::string(to_string(operand.source()->from)) + ")";
}

std::string_view note(const Operand& operand) {
  if (operand.source() != nullptr) return operand.source()->note;
  return operand.constant() != nullptr ? operand.constant()->source : std::string_view();
}

}  // namespace gpumodel
