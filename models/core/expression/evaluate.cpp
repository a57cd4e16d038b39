// The postfix interpreter.
#include <array>

#include "models/core/expression/expression.hpp"

namespace gpumodel {

Expression Expression::constant(Number value) {
  Expression expression;
  expression.text_ = to_string(value);
  expression.constants_.push_back(value);
  expression.code_.push_back({Op::constant, 0, 0});
  return expression;
}

Number Expression::apply(Op op, Number a) {
  switch (op) {
    case Op::negate:
      return negate(a);
    case Op::logical_not:
      return Number::integer(a.is_zero() ? 1 : 0);
    case Op::log2:
      return log2_of(a);
    case Op::floor:
      return floor_of(a);
    case Op::ceil:
      return ceil_of(a);
    case Op::sqrt:
      return square_root(a);
    default:
      return absolute(a);
  }
}

Number Expression::apply(Op op, Number a, Number b) {
  const auto truth = [](bool value) { return Number::integer(value ? 1 : 0); };
  switch (op) {
    case Op::add:
      return add(a, b);
    case Op::subtract:
      return subtract(a, b);
    case Op::multiply:
      return multiply(a, b);
    case Op::divide:
      return divide(a, b);
    case Op::modulo:
      return modulo(a, b);
    case Op::power:
      return power(a, b);
    case Op::less:
      return truth(compare(a, b) < 0);
    case Op::less_equal:
      return truth(compare(a, b) <= 0);
    case Op::greater:
      return truth(compare(a, b) > 0);
    case Op::greater_equal:
      return truth(compare(a, b) >= 0);
    case Op::equal:
      return truth(compare(a, b) == 0);
    case Op::not_equal:
      return truth(compare(a, b) != 0);
    case Op::logical_and:
      return truth(!a.is_zero() && !b.is_zero());
    case Op::logical_or:
      return truth(!a.is_zero() || !b.is_zero());
    case Op::min:
      return compare(a, b) <= 0 ? a : b;
    case Op::max:
      return compare(a, b) >= 0 ? a : b;
    case Op::ceil_div:
      return ceil_div(a, b);
    case Op::c_divide:
      return c_divide(a, b);
    case Op::c_modulo:
      return c_modulo(a, b);
    default:
      return floor_div(a, b);
  }
}

Number Expression::evaluate(std::span<const Number> slots) const {
  constexpr std::size_t usual_depth = 12;
  std::array<Number, usual_depth> shallow;
  std::vector<Number> deep;
  if (stack_depth_ > usual_depth) deep.resize(stack_depth_);
  Number* top = deep.empty() ? shallow.data() : deep.data();  // one past the last operand
  const Number* const bottom = top;
  const Instruction* at = nullptr;
  try {
    for (const Instruction& instruction : code_) {
      at = &instruction;
      if (instruction.op == Op::constant) {
        *top++ = constants_[instruction.operand];
      } else if (instruction.op == Op::name) {
        *top++ = slots[static_cast<std::size_t>(names_[instruction.operand].slot)];
      } else if (is_unary(instruction.op)) {
        top[-1] = apply(instruction.op, top[-1]);
      } else {
        --top;
        top[-1] = apply(instruction.op, top[-1], top[0]);
      }
    }
  } catch (const ArithmeticError& error) {
    throw ExpressionError{error.what(), {}, at->column, 1};
  }
  return code_.empty() ? Number{} : *bottom;
}

}  // namespace gpumodel
