#include "src/view/common/term_object.hpp"

#include "src/view/common/equation.hpp"

namespace gpumodel {
namespace {

const Operand& operand_of(const OperandOf& o) {
  return o.workings.operand(o.id);
}

bool is_worked(const OperandOf& o) {
  return operand_of(o).from == From::worked;
}

std::vector<OperandOf> operands_behind(const OperandOf& o) {
  if (!is_worked(o)) return {};
  return operands_of(o.workings, o.workings.behind(o.id));
}

std::optional<std::string> equation_of(const OperandOf& o) {
  if (!is_worked(o)) return std::nullopt;
  return o.workings.symbol(o.id) + " = " + o.workings.text(o.workings.behind(o.id));
}

const Term& term_of(const TermOf& t) {
  return t.tree[t.id];
}

bool is_leaf(const TermOf& t) {
  return term_of(t).combine == Combine::leaf;
}

std::optional<double> exponent(const TermOf& t) {
  const Combine how = term_of(t).combine;
  return only_if(how == Combine::norm || how == Combine::queue, term_of(t).exponent);
}

std::vector<TermOf> terms_within(const TermOf& t) {
  std::vector<TermOf> all;
  for (const TermId part : t.tree.parts(t.id)) all.push_back({t.tree, part});
  return all;
}

std::string term_equation(const TermOf& t) {
  return "t = " +
         (is_leaf(t) ? t.tree.workings().text(term_of(t).worked) : combination(t.tree, t.id));
}

std::vector<OperandOf> term_operands(const TermOf& t) {
  if (!is_leaf(t)) return {};
  return operands_of(t.tree.workings(), term_of(t).worked);
}

}  // namespace

std::vector<OperandOf> operands_of(const Workings& workings, NodeId id) {
  const Workings::Operands found = workings.operands(id);
  std::vector<OperandOf> all;
  for (const NodeId operand : found.in_text) all.push_back({workings, operand, true});
  for (const NodeId operand : found.of_ends) all.push_back({workings, operand, false});
  return all;
}

const Object<OperandOf>& operand_object() {
  static const Object<OperandOf> table(
      "operand", "One number of an equation, and where it comes from.",
      {
          {"symbol", "as in the equation", [](auto& o) { return o.workings.symbol(o.id); }},
          {"value",
           "in the unit given",
           [](auto& o) { return o.workings.value(o.id); },
           {.below_zero = true}},
          {"interval",
           "what the interval of the time takes it to be, at least and at most",
           [](auto& o) {
             return std::array{o.workings.low(o.id), o.workings.high(o.id)};
           },
           {.below_zero = true}},
          {"unit", "SI unit without prefix; 1: a count", [](auto& o) { return operand_of(o).dim; }},
          {"kind",
           "number: of a line of a file; curve: of that line, at a place; begin: of the curve, its "
           "first place; formula: of a line of a descriptor, at the parameters; count: of what the "
           "launch does; constant: of the models; term: the time of another term; asked: an "
           "option; worked: from operands of its own",
           [](auto& o) { return operand_of(o).from; }},
          {"in_equation", "false: it only moves the ends of the interval", &OperandOf::in_equation},
          {"origin",
           "file:line (provenance), what was counted, the constant, or the term it was taken from; "
           "null of what is worked",
           [](auto& o) { return only_if(!is_worked(o), origin(operand_of(o))); }},
          {"note", "the document, program or formula behind the number",
           [](auto& o) { return only_if(!note(operand_of(o)).empty(), note(operand_of(o))); }},
          {"at",
           "of a curve: the place, in SI units; null otherwise",
           [](auto& o) { return only_if(operand_of(o).from == From::curve, operand_of(o).at); },
           {.below_zero = true}},
          {"equation", "of what is worked, in the symbols of its operands; null otherwise",
           equation_of},
          {"operands", "of its equation; empty for what is not worked", operand_object,
           operands_behind},
      });
  return table;
}

const Object<TermOf>& term_object() {
  static const Object<TermOf> table(
      "term", "A time, and what it is made of.",
      {
          {"name", "stable name of the term", [](auto& t) { return term_of(t).name; }},
          {"time_s", "s", [](auto& t) { return term_of(t).time.value; }},
          {"interval_s", "s; from the uncertainty of all operands",
           [](auto& t) { return term_of(t).time; }},
          {"combine", "leaf: an equation; else how the times of the parts combine",
           [](auto& t) { return term_of(t).combine; }},
          {"exponent", "p of a norm, customers of a queue; null otherwise", exponent},
          {"in_a_burst", "share of a queue's work that comes all at once; null otherwise",
           [](auto& t) {
             return only_if(term_of(t).combine == Combine::queue, term_of(t).in_a_burst);
           },
           zero_to_one},
          {"even", "a unit that takes equally long for each piece: queues at it are shorter",
           [](auto& t) { return term_of(t).even; }},
          {"known_within",
           "of a whole: its interval goes at least from and to these shares of its time, as "
           "measured "
           "ones of generated kernels do; null otherwise",
           [](auto& t) {
             const Constant* row = term_of(t).known_within;
             return row == nullptr ? std::nullopt : std::optional(std::array{row->low, row->high});
           }},
          {"parts", "empty for a leaf", term_object, terms_within},
          {"equation",
           "of a leaf, in the symbols of its operands; else the combination of the "
           "parts",
           term_equation},
          {"operands", "numbers put into the equation; empty for inner terms", operand_object,
           term_operands},
      });
  return table;
}

}  // namespace gpumodel
