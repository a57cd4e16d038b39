#include "models/kernel/thread/lane_expression.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace gpumodel {
namespace {

using Op = Expression::Op;

// Operators whose fast form needs no more than two machine words; the others go through Number.
bool apply_fast(Op op, std::int64_t a, std::int64_t b, std::int64_t& result) {
  switch (op) {
    case Op::add:
      return !__builtin_add_overflow(a, b, &result);
    case Op::subtract:
      return !__builtin_sub_overflow(a, b, &result);
    case Op::multiply:
      return !__builtin_mul_overflow(a, b, &result);
    case Op::c_divide:
      if (b == 0 || b == -1) return false;
      result = a / b;
      return true;
    case Op::c_modulo:
      if (b == 0 || b == -1) return false;
      result = a % b;
      return true;
    case Op::less:
      result = a < b ? 1 : 0;
      return true;
    case Op::less_equal:
      result = a <= b ? 1 : 0;
      return true;
    case Op::greater:
      result = a > b ? 1 : 0;
      return true;
    case Op::greater_equal:
      result = a >= b ? 1 : 0;
      return true;
    case Op::equal:
      result = a == b ? 1 : 0;
      return true;
    case Op::not_equal:
      result = a != b ? 1 : 0;
      return true;
    case Op::logical_and:
      result = a != 0 && b != 0 ? 1 : 0;
      return true;
    case Op::logical_or:
      result = a != 0 || b != 0 ? 1 : 0;
      return true;
    case Op::min:
      result = std::min(a, b);
      return true;
    case Op::max:
      result = std::max(a, b);
      return true;
    default:
      return false;
  }
}

std::int64_t whole(Number value) {
  if (value.is_integer()) return value.integer();
  throw ArithmeticError("a whole number is needed here, this is " + to_string(value));
}

std::int64_t apply_exact(Op op, std::int64_t a, std::int64_t b) {
  const Number left = Number::integer(a);
  return whole(Expression::is_unary(op) ? Expression::apply(op, left)
                                        : Expression::apply(op, left, Number::integer(b)));
}

// What counts of the lanes.
void copy(const LaneVector& from, LaneVector& to) {
  to.uniform = from.uniform;
  if (from.uniform) {
    to.value[0] = from.value[0];
  } else {
    to.value = from.value;
  }
}

// One operator on all lanes; `b` is ignored by unary ones. Returns a lane at fault, or -1.
int apply_lanes(Op op, LaneVector& a, const LaneVector& b, std::uint32_t active,
                std::string& message) {
  const bool uniform = a.uniform && b.uniform;
  if (a.uniform && !uniform) a.value.fill(a.value[0]);
  a.uniform = uniform;
  const std::size_t lanes = uniform ? 1 : lanes_per_warp;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const std::int64_t left = a.value[lane];
    const std::int64_t right = b[lane];
    std::int64_t& result = a.value[lane];
    if (apply_fast(op, left, right, result)) continue;
    result = 0;
    const std::uint32_t asked = uniform ? active : active & (std::uint32_t{1} << lane);
    if (asked == 0) continue;
    try {
      result = apply_exact(op, left, right);
    } catch (const ArithmeticError& error) {
      message = error.what();
      return std::countr_zero(asked);
    }
  }
  return -1;
}

}  // namespace

LaneExpression::LaneExpression(const Expression& expression, std::span<const Number> constants) {
  std::size_t pending = 0;
  bool reads_slots = false;
  for (const Expression::Instruction& instruction : expression.code()) {
    Step step{instruction.op, instruction.column};
    if (instruction.op == Op::constant || instruction.op == Op::name) {
      depth_ = std::max(depth_, ++pending);
    } else if (!Expression::is_unary(instruction.op)) {
      --pending;
    }
    Number number;
    if (instruction.op == Op::constant) {
      number = expression.constants()[instruction.operand];
    } else if (instruction.op == Op::name) {
      step.slot = expression.names()[instruction.operand].slot;
      const auto slot = static_cast<std::size_t>(step.slot);
      if (slot >= constants.size()) {
        reads_slots = true;
        steps_.push_back(step);
        continue;
      }
      number = constants[slot];
      step.op = Op::constant;
    }
    if (step.op == Op::constant && !number.is_integer() && !has_fault_) {
      has_fault_ = true;
      fault_ = {
          "a whole number is needed here, this is " + to_string(number), {}, instruction.column, 1};
    }
    if (number.is_integer()) step.number = number.integer();
    steps_.push_back(step);
  }
  if (reads_slots || has_fault_) return;
  try {
    constant_ = expression.evaluate(constants);
    is_constant_ = constant_.is_integer();
  } catch (const ExpressionError& error) {
    has_fault_ = true;
    fault_ = error;
  }
}

void LaneExpression::evaluate(std::span<const LaneVector> slots, std::uint32_t active,
                              LaneVector& result) const {
  if (is_constant_) {
    result = LaneVector::all(constant_.integer());
    return;
  }
  if (has_fault_ && active != 0) throw LaneFault{nullptr, fault_, std::countr_zero(active)};
  if (steps_.size() == 1 && steps_[0].op == Op::name) {
    return copy(slots[static_cast<std::size_t>(steps_[0].slot)], result);
  }
  constexpr std::size_t usual_depth = 6;
  std::array<LaneVector, usual_depth> shallow;  // written before it is read: not cleared
  std::vector<LaneVector> deep;
  if (depth_ > usual_depth) deep.resize(depth_);
  LaneVector* top = deep.empty() ? shallow.data() : deep.data();
  const LaneVector* const bottom = top;
  std::string message;
  for (const Step& step : steps_) {
    if (step.op == Op::constant) {
      top->uniform = true;
      (top++)->value[0] = step.number;
    } else if (step.op == Op::name) {
      copy(slots[static_cast<std::size_t>(step.slot)], *top++);
    } else {
      if (!Expression::is_unary(step.op)) --top;
      const int lane = apply_lanes(step.op, top[-1], Expression::is_unary(step.op) ? top[-1] : *top,
                                   active, message);
      if (lane >= 0) throw LaneFault{nullptr, {message, {}, step.column, 1}, lane};
    }
  }
  copy(*bottom, result);
}

}  // namespace gpumodel
