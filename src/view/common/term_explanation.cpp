#include "src/view/common/term_explanation.hpp"

#include <fmt/format.h>

#include "src/io/text/format.hpp"
#include "src/view/common/equation.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {
namespace {

// With the digits of the numbers it was computed from, so that the arithmetic can be followed.
std::string result_text(const Estimate<Seconds>& time) {
  return time.low == time.high ? format_exact_time(time.value) : format_time(time.value);
}

class Explanation {
 public:
  Explanation(const Workings& workings, std::vector<std::string>& lines)
      : workings_(workings), lines_(lines) {}

  // "t = V / b", the same in numbers, and the result where it is not one number.
  void equation(std::string_view symbol, NodeId id, const std::string& result, std::size_t indent) {
    const std::string space(indent, ' ');
    const std::string before(indent + symbol.size(), ' ');
    wrapped(space + std::string(symbol) + " = ", workings_.text(id));
    if (workings_.operands(id).in_text.empty()) return;
    const std::string numbers = equation_with_numbers(workings_, id);
    wrapped(before + " = ", numbers);
    if (numbers != result) lines_.push_back(before + " = " + result);
  }

  // Each below the equation it stands in; what has operands of its own begins a level.
  void operands(NodeId id, std::size_t indent) {
    const Workings::Operands all = workings_.operands(id);
    for (const NodeId operand : all.in_text) one(operand, indent);
    for (const NodeId operand : all.of_ends) ends(operand, indent);
  }

 private:
  void wrapped(const std::string& first, const std::string& text) {
    const std::size_t at = lines_.size();
    append_wrapped(lines_, std::string(first.size(), ' '), text);
    lines_[at].replace(0, first.size(), first);
  }

  void one(NodeId id, std::size_t indent) {
    const Operand& operand = workings_.operand(id);
    const std::string space(indent, ' ');
    if (operand.from == From::worked) {
      equation(workings_.symbol(id), workings_.behind(id), formatted_operand(workings_, id),
               indent);
      operands(workings_.behind(id), indent + 2);
      return;
    }
    wrapped(fmt::format("{}{:<9} {:<15} ", space, workings_.symbol(id),
                        formatted_operand(workings_, id)),
            origin(operand));
    if (!note(operand).empty()) {
      append_wrapped(lines_, std::string(indent + 26, ' '), std::string(note(operand)));
    }
  }

  void ends(NodeId id, std::size_t indent) {
    const Operand& operand = workings_.operand(id);
    wrapped(fmt::format(
                "{}{:<25} ", std::string(indent, ' '),
                fmt::format("from {:.3g} to {:.3g} times", workings_.low(id), workings_.high(id))),
            origin(operand));
    if (!note(operand).empty()) {
      append_wrapped(lines_, std::string(indent + 26, ' '), std::string(note(operand)));
    }
  }

  const Workings& workings_;
  std::vector<std::string>& lines_;
};

// What a whole is known to be from outside.
std::string known_within(const Constant& row) {
  return fmt::format("from {:.2g} to {:.3g} of it at least: constant {} ({})", row.low, row.high,
                     row.name, to_string(row.scope));
}

}  // namespace

void append_equation(const Workings& workings, NodeId time, std::size_t indent,
                     std::vector<std::string>& lines) {
  const Estimate<Seconds> all{{workings.value(time)}, {workings.low(time)}, {workings.high(time)}};
  Explanation explanation(workings, lines);
  explanation.equation("t", time, result_text(all), indent);
  explanation.operands(time, indent);
}

void append_explanation(const TermTree& tree, TermId id, std::string_view path,
                        std::vector<std::string>& lines) {
  const Term& term = tree[id];
  const std::string name = std::string(path) + std::string(term.name);
  lines.push_back(name + " = " + result_text(term.time));
  if (term.combine == Combine::leaf) {
    Explanation explanation(tree.workings(), lines);
    explanation.equation("t", term.worked, result_text(term.time), 2);
    explanation.operands(term.worked, 2);
  } else {
    lines.push_back("  t = " + combination(tree, id));
    if (term.known_within != nullptr) lines.push_back("  " + known_within(*term.known_within));
  }
  for (const TermId part : tree.parts(id)) append_explanation(tree, part, name + "/", lines);
}

}  // namespace gpumodel
