#include "src/report/term_explanation.hpp"

#include <fmt/format.h>

#include "src/report/equation.hpp"
#include "src/report/format.hpp"
#include "src/report/page.hpp"

namespace gpumodel {
namespace {

// With the digits of the numbers it was computed from, so that the arithmetic can be followed.
std::string result_text(const Estimate<Seconds>& time) {
  return time.low == time.high ? format_exact_time(time.value) : format_time(time.value);
}

}  // namespace

void append_explanation(const TermTree& tree, TermId id, std::string_view path,
                        std::vector<std::string>& lines) {
  const Term& term = tree[id];
  const std::string name = std::string(path) + std::string(term.name);
  lines.push_back(name + " = " + result_text(term.time));
  if (term.combine != Combine::leaf) {
    lines.push_back("  t = " + combination(tree, id));
  } else {
    lines.push_back("  " + std::string(term.equation));
    const std::string numbers = equation_with_numbers(tree, id);
    const std::string result = result_text(term.time);
    if (!tree.operands(id).empty()) {
      const std::size_t first = lines.size();
      append_wrapped(lines, "      ", numbers);
      lines[first][4] = '=';
    }
    if (!tree.operands(id).empty() && numbers != result) lines.push_back("    = " + result);
  }
  for (const Operand& operand : tree.operands(id)) {
    lines.push_back(fmt::format("  {:<9} {:<15} {}", operand.symbol,
                                formatted_operand(operand, term), origin(operand)));
    if (operand.source != nullptr && !operand.source->note.empty()) {
      append_wrapped(lines, std::string(28, ' '), operand.source->note);
    }
  }
  for (const TermId part : tree.parts(id)) append_explanation(tree, part, name + "/", lines);
}

}  // namespace gpumodel
