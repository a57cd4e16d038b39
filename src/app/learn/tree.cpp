#include "src/app/learn/tree.hpp"

#include <fmt/format.h>

#include <cmath>

namespace gpumodel {
namespace {

using Op = Expression::Op;

// Sums of numbers like 96 / 12 are whole but for rounding.
double whole(double value, double (*rounding)(double)) {
  const double nearest = std::round(value);
  return std::abs(value - nearest) <= 1e-9 * std::max(1.0, std::abs(value)) ? nearest
                                                                            : rounding(value);
}

Amount applied(Op op, const Amount& a) {
  switch (op) {
    case Op::negate:
      return {-a.si, a.dim};
    case Op::floor:
      return {whole(a.si, std::floor), a.dim};
    case Op::ceil:
      return {whole(a.si, std::ceil), a.dim};
    case Op::abs:
      return {std::abs(a.si), a.dim};
    case Op::sqrt:
      return {std::sqrt(a.si), {}};
    case Op::log2:
      return {std::log2(a.si), {}};
    default:
      return {a.si == 0.0 ? 1.0 : 0.0, {}};
  }
}

Amount applied(Op op, const Amount& a, const Amount& b) {
  switch (op) {
    case Op::add:
      return {a.si + b.si, a.dim};
    case Op::subtract:
      return {a.si - b.si, a.dim};
    case Op::multiply:
      return {a.si * b.si, a.dim + b.dim};
    case Op::divide:
      return {a.si / b.si, a.dim - b.dim};
    case Op::ceil_div:
      return {whole(a.si / b.si, std::ceil), a.dim - b.dim};
    case Op::floor_div:
      return {whole(a.si / b.si, std::floor), a.dim - b.dim};
    case Op::modulo:
      return {a.si - b.si * std::floor(a.si / b.si), a.dim};
    case Op::power:
      return {std::pow(a.si, b.si), {}};
    case Op::min:
      return a.si <= b.si ? a : b;
    case Op::max:
      return a.si >= b.si ? a : b;
    case Op::less:
      return {a.si < b.si ? 1.0 : 0.0, {}};
    case Op::less_equal:
      return {a.si <= b.si ? 1.0 : 0.0, {}};
    case Op::greater:
      return {a.si > b.si ? 1.0 : 0.0, {}};
    case Op::greater_equal:
      return {a.si >= b.si ? 1.0 : 0.0, {}};
    case Op::equal:
      return {a.si == b.si ? 1.0 : 0.0, {}};
    case Op::not_equal:
      return {a.si != b.si ? 1.0 : 0.0, {}};
    case Op::logical_and:
      return {a.si != 0.0 && b.si != 0.0 ? 1.0 : 0.0, {}};
    default:
      return {a.si != 0.0 || b.si != 0.0 ? 1.0 : 0.0, {}};
  }
}

std::string_view sign_of(Op op) {
  switch (op) {
    case Op::add:
      return " + ";
    case Op::subtract:
      return " - ";
    case Op::multiply:
      return " * ";
    case Op::divide:
      return " / ";
    case Op::min:
      return "min";
    case Op::max:
      return "max";
    case Op::floor:
      return "floor";
    case Op::ceil:
      return "ceil";
    default:
      return " , ";
  }
}

}  // namespace

Tree::Tree(const Expression& expression) {
  std::vector<int> stack;
  for (const Expression::Instruction& each : expression.code()) {
    Node node;
    node.op = each.op;
    if (each.op == Op::constant) {
      node.value = expression.constants()[each.operand].real();
    } else if (each.op == Op::name) {
      node.name = expression.names()[each.operand].text;
    } else {
      if (!Expression::is_unary(each.op)) {
        node.right = stack.back();
        stack.pop_back();
      }
      node.left = stack.back();
      stack.pop_back();
    }
    stack.push_back(static_cast<int>(nodes_.size()));
    nodes_.push_back(std::move(node));
  }
  if (stack.empty()) nodes_.emplace_back();
  root_ = stack.empty() ? 0 : stack.back();
}

Amount Tree::value(int node, const AmountOf& of) const {
  const Node& here = at(node);
  Amount made;
  if (here.op == Op::constant) {
    made = {here.value, {}};
  } else if (here.op == Op::name) {
    made = of(here.name);
  } else if (here.right < 0) {
    made = applied(here.op, value(here.left, of));
  } else {
    made = applied(here.op, value(here.left, of), value(here.right, of));
  }
  made.si *= here.times;
  return made;
}

std::string Tree::text(int node) const {
  const Node& here = at(node);
  if (here.op == Op::constant) return fmt::format("{:.6g}", here.value);
  if (here.op == Op::name) return here.name;
  if (here.right < 0) return fmt::format("{}({})", sign_of(here.op), text(here.left));
  if (here.op == Op::min || here.op == Op::max) {
    return fmt::format("{}({}, {})", sign_of(here.op), text(here.left), text(here.right));
  }
  return text(here.left) + std::string(sign_of(here.op)) + text(here.right);
}

}  // namespace gpumodel
