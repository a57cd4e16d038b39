#include "models/kernel/thread/block_form.hpp"

#include <algorithm>

namespace gpumodel {
namespace {

using Op = Expression::Op;

constexpr std::int64_t bound = std::int64_t{1} << 62;

bool in_bounds(std::int64_t value) {
  return value > -bound && value < bound;
}

// Sum of the lowest (or highest) values of the terms; nothing on overflow.
std::optional<Range> total(const BlockForm& form, const BlockExtents& grid) {
  Range range{form.low, form.high};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::int64_t far = 0;
    if (__builtin_mul_overflow(form.coefficient[axis], grid[axis] - 1, &far)) return std::nullopt;
    std::int64_t& end = far < 0 ? range.low : range.high;
    if (__builtin_add_overflow(end, far, &end)) return std::nullopt;
  }
  if (!in_bounds(range.low) || !in_bounds(range.high)) return std::nullopt;
  return range;
}

BlockForm sum(const BlockForm& a, const BlockForm& b, std::int64_t sign) {
  BlockForm result;
  result.origin = std::max(a.origin, b.origin);
  result.range_known = a.range_known && b.range_known;
  result.affine = a.affine && b.affine;
  bool overflow = false;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::int64_t other = 0;
    overflow |= __builtin_mul_overflow(b.coefficient[axis], sign, &other);
    overflow |= __builtin_add_overflow(a.coefficient[axis], other, &result.coefficient[axis]);
  }
  const std::int64_t low = sign > 0 ? b.low : b.high;
  const std::int64_t high = sign > 0 ? b.high : b.low;
  overflow |= __builtin_add_overflow(a.low, sign * low, &result.low);
  overflow |= __builtin_add_overflow(a.high, sign * high, &result.high);
  overflow |= __builtin_add_overflow(a.spread, b.spread, &result.spread);
  if (overflow) return BlockForm::unknown();
  return result;
}

BlockForm times(const BlockForm& a, std::int64_t factor) {
  BlockForm result = a;
  bool overflow = false;
  for (std::int64_t& coefficient : result.coefficient) {
    overflow |= __builtin_mul_overflow(coefficient, factor, &coefficient);
  }
  overflow |= __builtin_mul_overflow(a.low, factor, &result.low);
  overflow |= __builtin_mul_overflow(a.high, factor, &result.high);
  overflow |= __builtin_mul_overflow(a.spread, std::abs(factor), &result.spread);
  if (overflow) return BlockForm::unknown();
  if (factor < 0) std::swap(result.low, result.high);
  return result;
}

bool divisible(const BlockForm& a, std::int64_t by) {
  return std::ranges::all_of(a.coefficient, [&](std::int64_t c) { return c % by == 0; });
}

// Bounds of a value about whose form nothing is known.
BlockForm only_bounds(std::optional<Range> range, Origin origin, bool block_free) {
  BlockForm result = range ? BlockForm::between(range->low, range->high) : BlockForm::unknown();
  result.affine = block_free;
  result.origin = origin;
  return result;
}

class Evaluator {
 public:
  Evaluator(std::span<const BlockForm> slots, const BlockExtents& grid,
            std::vector<Crossing>& crossings)
      : slots_(slots), grid_(grid), crossings_(crossings) {}

  BlockForm run(const Expression& expression) {
    for (const Expression::Instruction& step : expression.code()) {
      if (step.op == Op::constant) {
        const Number value = expression.constants()[step.operand];
        stack_.push_back(value.is_integer() ? BlockForm::constant(value.integer())
                                            : BlockForm::unknown());
      } else if (step.op == Op::name) {
        stack_.push_back(slots_[static_cast<std::size_t>(expression.names()[step.operand].slot)]);
      } else if (Expression::is_unary(step.op)) {
        stack_.back() = unary(step.op, stack_.back());
      } else {
        const BlockForm right = stack_.back();
        stack_.pop_back();
        stack_.back() = binary(step.op, stack_.back(), right);
      }
    }
    return stack_.empty() ? BlockForm::constant(0) : stack_.back();
  }

 private:
  std::optional<Range> range(const BlockForm& form) const { return range_of(form, grid_); }

  BlockForm unary(Op op, const BlockForm& a) const {
    if (op == Op::negate) return times(a, -1);
    if (op == Op::floor || op == Op::ceil) return a;
    if (op == Op::logical_not) return truth(a.origin, !a.depends_on_block());
    if (const auto value = a.as_constant()) {
      try {
        const Number n = Expression::apply(op, Number::integer(*value));
        if (n.is_integer()) return BlockForm::constant(n.integer());
      } catch (const ArithmeticError&) {  // found again, with its place, where lanes are evaluated
      }
      return BlockForm::unknown();
    }
    return only_bounds(std::nullopt, a.origin, !a.depends_on_block());
  }

  // Beside a value that has no form but bounds, a form is what its own bounds say over the launch.
  BlockForm added(const BlockForm& a, const BlockForm& b, std::int64_t sign) const {
    if (a.affine == b.affine) return sum(a, b, sign);
    return sum(bounds_of(a), bounds_of(b), sign);
  }
  BlockForm bounds_of(const BlockForm& form) const {
    if (!form.affine) return form;
    BlockForm result = only_bounds(range(form), form.origin, !form.depends_on_block());
    result.spread = form.spread;
    return result;
  }

  static BlockForm truth(Origin origin, bool block_free) {
    return only_bounds(Range{0, 1}, origin, block_free);
  }

  BlockForm binary(Op op, const BlockForm& a, const BlockForm& b) {
    const Origin origin = std::max(a.origin, b.origin);
    const bool block_free = !a.depends_on_block() && !b.depends_on_block();
    const auto left = a.as_constant();
    const auto right = b.as_constant();
    if (left && right) return folded(op, *left, *right);
    switch (op) {
      case Op::add:
        return added(a, b, 1);
      case Op::subtract:
        return added(a, b, -1);
      case Op::multiply:
        if (right) return times(a, *right);
        if (left) return times(b, *left);
        return only_bounds(product(a, b), origin, block_free);
      case Op::divide:
      case Op::c_divide:
      case Op::floor_div:
      case Op::modulo:
      case Op::c_modulo:
        return right && *right > 0 ? quotient(op, a, *right)
                                   : only_bounds(std::nullopt, origin, block_free);
      case Op::ceil_div:
        if (!right || *right <= 0) return only_bounds(std::nullopt, origin, block_free);
        return quotient(Op::floor_div, sum(a, BlockForm::constant(*right - 1), 1), *right);
      case Op::min:
      case Op::max:
        return extremum(op, a, b);
      case Op::logical_and:
      case Op::logical_or:
        return truth(origin, block_free);
      case Op::less:
      case Op::less_equal:
      case Op::greater:
      case Op::greater_equal:
      case Op::equal:
      case Op::not_equal:
        note(a, b);
        return truth(origin, block_free);
      default:
        return only_bounds(std::nullopt, origin, block_free);
    }
  }

  static BlockForm folded(Op op, std::int64_t a, std::int64_t b) {
    try {
      const Number n = Expression::apply(op, Number::integer(a), Number::integer(b));
      if (n.is_integer()) return BlockForm::constant(n.integer());
    } catch (const ArithmeticError&) {  // found again, with its place, where lanes are evaluated
    }
    return BlockForm::unknown();
  }

  // Division by a positive constant: (c.block + rest) / d is (c/d).block + rest/d where d divides
  // every c and nothing is negative; and then the remainder is that of the rest.
  BlockForm quotient(Op op, const BlockForm& a, std::int64_t divisor) const {
    const std::optional<Range> all = range(a);
    const bool remainder = op == Op::modulo || op == Op::c_modulo;
    const bool splits =
        a.affine && a.range_known && divisible(a, divisor) && all && all->low >= 0 && a.low >= 0;
    if (!splits) {
      std::optional<Range> bounds;
      if (remainder && all && all->low >= 0) bounds = Range{0, std::min(all->high, divisor - 1)};
      if (!remainder && all && all->low >= 0) {
        bounds = Range{all->low / divisor, all->high / divisor};
      }
      return only_bounds(bounds, a.origin, !a.depends_on_block());
    }
    BlockForm result = a;
    if (remainder) {
      result.coefficient = {};
      const bool whole_cycle = a.high - a.low >= divisor || a.low % divisor > a.high % divisor;
      result.low = whole_cycle ? 0 : a.low % divisor;
      result.high = whole_cycle ? divisor - 1 : a.high % divisor;
      return result;
    }
    for (std::int64_t& c : result.coefficient) c /= divisor;
    result.low = a.low / divisor;
    result.high = a.high / divisor;
    return result;
  }

  std::optional<Range> product(const BlockForm& a, const BlockForm& b) const {
    const std::optional<Range> x = range(a);
    const std::optional<Range> y = range(b);
    if (!x || !y) return std::nullopt;
    Range result{bound, -bound};
    for (const std::int64_t left : {x->low, x->high}) {
      for (const std::int64_t right : {y->low, y->high}) {
        std::int64_t value = 0;
        if (__builtin_mul_overflow(left, right, &value)) return std::nullopt;
        result.low = std::min(result.low, value);
        result.high = std::max(result.high, value);
      }
    }
    return result;
  }

  // min and max are one of their operands where it is always the smaller (larger) one.
  BlockForm extremum(Op op, const BlockForm& a, const BlockForm& b) {
    const std::optional<Range> d = range(added(a, b, -1));
    if (d && d->high <= 0) return op == Op::min ? a : b;
    if (d && d->low >= 0) return op == Op::min ? b : a;
    if (a.affine && b.affine && a.range_known && b.range_known && a.coefficient == b.coefficient) {
      BlockForm result = a;
      const auto pick = [&](std::int64_t x, std::int64_t y) {
        return op == Op::min ? std::min(x, y) : std::max(x, y);
      };
      result.low = pick(a.low, b.low);
      result.high = pick(a.high, b.high);
      result.origin = std::max(a.origin, b.origin);
      return result;
    }
    std::optional<Range> bounds;
    const std::optional<Range> x = range(a);
    const std::optional<Range> y = range(b);
    if (x && y) {
      bounds = op == Op::min ? Range{std::min(x->low, y->low), std::min(x->high, y->high)}
                             : Range{std::max(x->low, y->low), std::max(x->high, y->high)};
    }
    return only_bounds(bounds, std::max(a.origin, b.origin), false);
  }

  void note(const BlockForm& a, const BlockForm& b) {
    const BlockForm difference = added(a, b, -1);
    if (!difference.depends_on_block()) return;
    const std::optional<Range> all = range(difference);
    if (all && (all->low > 0 || all->high < 0)) return;  // never changes
    crossings_.push_back({difference, 0});
  }

  std::span<const BlockForm> slots_;
  const BlockExtents& grid_;
  std::vector<Crossing>& crossings_;
  std::vector<BlockForm> stack_;
};

}  // namespace

std::optional<Range> range_of(const BlockForm& form, const BlockExtents& grid) {
  if (!form.range_known) return std::nullopt;
  return form.affine ? total(form, grid) : Range{form.low, form.high};
}

BlockForm evaluate_form(const Expression& expression, std::span<const BlockForm> slots,
                        const BlockExtents& grid, std::vector<Crossing>& crossings) {
  return Evaluator(slots, grid, crossings).run(expression);
}

}  // namespace gpumodel
