#include "models/kernel/thread/lane_expression.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

namespace gpumodel {
namespace {

using Op = Expression::Op;

using Word = std::int64_t;

// Lanes of which an operator is taken at once; those that need more than a machine word are left to
// apply_exact() and marked. `of` returns less than 0 for them. They are few: which ones is only
// looked for where there are any, and no loop has a jump, so that lanes are taken two by two.
template <class X, class Y, class Of>
std::uint32_t on_lanes(X x, Y y, LaneVector& result, Of of) {
  Word any = 0;
  for (std::size_t lane = 0; lane < lanes_per_warp; ++lane) {
    any |= of(x(lane), y(lane), result.value[lane]);
  }
  if (any >= 0) return 0;
  std::uint32_t left_out = 0;
  for (std::size_t lane = 0; lane < lanes_per_warp; ++lane) {
    left_out |= (of(x(lane), y(lane), result.value[lane]) < 0 ? 1U : 0U) << lane;
  }
  return left_out;
}

template <class Of>
std::uint32_t on_lanes(const LaneVector& a, const LaneVector& b, LaneVector& result, Of of) {
  const auto by_lane = [](const LaneVector& of_lanes) {
    return [&value = of_lanes.value](std::size_t lane) { return value[lane]; };
  };
  const auto of_all = [](const LaneVector& of_lanes) {
    return [value = of_lanes.value[0]](std::size_t) { return value; };
  };
  if (result.uniform) return of(a.value[0], b.value[0], result.value[0]) < 0 ? 1U : 0U;
  if (a.uniform) return on_lanes(of_all(a), by_lane(b), result, of);
  if (b.uniform) return on_lanes(by_lane(a), of_all(b), result, of);
  return on_lanes(by_lane(a), by_lane(b), result, of);
}

template <class Of>
Word modulo_word(Word x, Word y, Of of) {
  return static_cast<Word>(of(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y)));
}

std::uint32_t apply_fast(Op op, const LaneVector& a, const LaneVector& b, LaneVector& result) {
  const auto exact = [&](auto of) {
    return on_lanes(a, b, result, [of](Word x, Word y, Word& r) {
      r = of(x, y);
      return Word{0};
    });
  };
  const auto where = [&](auto can, auto of) {
    return on_lanes(a, b, result, [can, of](Word x, Word y, Word& r) {
      if (!can(y)) return Word{-1};
      r = of(x, y);
      return Word{0};
    });
  };
  const auto can_divide = [](Word y) { return y != 0 && y != -1; };
  const auto is_positive = [](Word y) { return y > 0; };
  switch (op) {
    case Op::add:  // too large where its sign is that of neither operand
      return on_lanes(a, b, result, [](Word x, Word y, Word& r) {
        r = modulo_word(x, y, std::plus<>());
        return (x ^ r) & (y ^ r);
      });
    case Op::subtract:
      return on_lanes(a, b, result, [](Word x, Word y, Word& r) {
        r = modulo_word(x, y, std::minus<>());
        return (x ^ y) & (x ^ r);
      });
    case Op::multiply:
      return on_lanes(a, b, result, [](Word x, Word y, Word& r) {
        return -Word{__builtin_mul_overflow(x, y, &r)};
      });
    case Op::c_divide:
      return where(can_divide, [](Word x, Word y) { return x / y; });
    case Op::c_modulo:
      return where(can_divide, [](Word x, Word y) { return x % y; });
    case Op::floor_div:
      return where(is_positive, [](Word x, Word y) { return x / y - (x % y < 0 ? 1 : 0); });
    case Op::ceil_div:
      return where(is_positive, [](Word x, Word y) { return x / y + (x % y > 0 ? 1 : 0); });
    case Op::modulo:
      return where(is_positive, [](Word x, Word y) {
        const Word r = x % y;
        return r + (r < 0 ? y : 0);
      });
    case Op::less:
      return exact([](Word x, Word y) { return Word{x < y}; });
    case Op::less_equal:
      return exact([](Word x, Word y) { return Word{x <= y}; });
    case Op::greater:
      return exact([](Word x, Word y) { return Word{x > y}; });
    case Op::greater_equal:
      return exact([](Word x, Word y) { return Word{x >= y}; });
    case Op::equal:
      return exact([](Word x, Word y) { return Word{x == y}; });
    case Op::not_equal:
      return exact([](Word x, Word y) { return Word{x != y}; });
    case Op::logical_and:
      return exact([](Word x, Word y) { return Word{x != 0 && y != 0}; });
    case Op::logical_or:
      return exact([](Word x, Word y) { return Word{x != 0 || y != 0}; });
    case Op::min:
      return exact([](Word x, Word y) { return std::min(x, y); });
    case Op::max:
      return exact([](Word x, Word y) { return std::max(x, y); });
    default:
      return on_lanes(a, b, result, [](Word, Word, Word&) { return Word{-1}; });
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

// One operator on all lanes, into a place of its own; `b` is ignored by unary ones. Returns a lane
// at fault, or -1.
int apply_lanes(Op op, const LaneVector& a, const LaneVector& b, std::uint32_t active,
                LaneVector& result, std::string& message) {
  result.uniform = a.uniform && b.uniform;
  std::uint32_t left_out = apply_fast(op, a, b, result);
  for (; left_out != 0; left_out &= left_out - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(left_out));
    result.value[lane] = 0;
    const std::uint32_t asked = result.uniform ? active : active & (std::uint32_t{1} << lane);
    if (asked == 0) continue;
    try {
      result.value[lane] = apply_exact(op, a[lane], b[lane]);
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

const LaneVector& LaneExpression::evaluate(std::span<const LaneVector> slots, std::uint32_t active,
                                           LaneVector& storage) const {
  if (is_constant_) {
    storage = LaneVector::all(constant_.integer());
    return storage;
  }
  if (has_fault_ && active != 0) throw LaneFault{nullptr, fault_, std::countr_zero(active)};
  // Operands lie in slots, or at each depth in one of two places: the result is put into the other.
  struct Places {
    std::array<LaneVector, 2> of;
  };
  constexpr std::size_t usual_depth = 6;
  std::array<Places, usual_depth> shallow;  // written before it is read: not cleared
  std::array<const LaneVector*, usual_depth> few;
  std::vector<Places> deep;
  std::vector<const LaneVector*> many;
  if (depth_ > usual_depth) {
    deep.resize(depth_);
    many.resize(depth_);
  }
  Places* const places = deep.empty() ? shallow.data() : deep.data();
  const LaneVector** const operands = many.empty() ? few.data() : many.data();
  std::size_t depth = 0;
  std::string message;
  for (const Step& step : steps_) {
    if (step.op == Op::constant) {
      LaneVector& place = places[depth].of[0];
      place.uniform = true;
      place.value[0] = step.number;
      operands[depth++] = &place;
    } else if (step.op == Op::name) {
      operands[depth++] = &slots[static_cast<std::size_t>(step.slot)];
    } else {
      if (!Expression::is_unary(step.op)) --depth;
      const LaneVector& a = *operands[depth - 1];
      const LaneVector& b = Expression::is_unary(step.op) ? a : *operands[depth];
      std::array<LaneVector, 2>& free = places[depth - 1].of;
      LaneVector& result = &step == &steps_.back() ? storage
                           : &a == free.data()     ? free[1]
                                                   : free[0];
      const int lane = apply_lanes(step.op, a, b, active, result, message);
      if (lane >= 0) throw LaneFault{nullptr, {message, {}, step.column, 1}, lane};
      operands[depth - 1] = &result;
    }
  }
  return *operands[0];
}

}  // namespace gpumodel
