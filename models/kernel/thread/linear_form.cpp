#include "models/kernel/thread/linear_form.hpp"

#include <algorithm>

namespace gpumodel {
namespace {

using Op = Expression::Op;
__extension__ using Wide = __int128;

constexpr std::int64_t largest_value = std::int64_t{1} << 62;

bool fits(Wide value) {
  return value > -largest_value && value < largest_value;
}

std::int64_t floor_quotient(std::int64_t a, std::int64_t b) {  // b > 0
  return a / b - (a % b < 0 ? 1 : 0);
}

Wide wide_floor_quotient(Wide a, Wide b) {  // b > 0
  return a / b - (a % b < 0 ? 1 : 0);
}

LinearForm multiple_of(const LinearForm& a, std::int64_t factor) {
  LinearForm result = a;
  const Wide low = Wide{factor < 0 ? a.high : a.low} * factor;
  const Wide high = Wide{factor < 0 ? a.low : a.high} * factor;
  bool good = fits(low) && fits(high);
  for (std::int64_t& c : result.coefficient) {
    good = good && !__builtin_mul_overflow(c, factor, &c);
  }
  if (!good || !a.known) return LinearForm::unknown(a.depends_on);
  result.low = static_cast<std::int64_t>(low);
  result.high = static_cast<std::int64_t>(high);
  return result;
}

// Operators on two values with bounds.
class FormOperation {
 public:
  FormOperation(const LinearForm& a, const LinearForm& b, const VariableBox& box)
      : a_(a),
        b_(b),
        box_(box),
        left_(range_over(a, box)),
        right_(range_over(b, box)),
        both_(a.depends_on | b.depends_on) {}

  LinearForm apply(Op op) const {
    switch (op) {
      case Op::add:
        return sum_of(a_, b_);
      case Op::subtract:
        return sum_of(a_, b_, -1);
      case Op::multiply:
        return product();
      case Op::min:
      case Op::max:
        return extremum(op);
      case Op::divide:  // exact arithmetic: a whole quotient, or none
      case Op::c_divide:
      case Op::floor_div:
      case Op::ceil_div:
      case Op::modulo:
      case Op::c_modulo:
        return division(op);
      case Op::logical_and:
      case Op::logical_or:
        return logic(op);
      case Op::less:
      case Op::less_equal:
      case Op::greater:
      case Op::greater_equal:
      case Op::equal:
      case Op::not_equal:
        return comparison(op);
      default:
        return folded(op);
    }
  }

 private:
  static bool single(const std::optional<Range>& range) {
    return range && range->low == range->high;
  }

  LinearForm unknown() const { return LinearForm::unknown(both_); }
  LinearForm between(Wide low, Wide high) const {
    if (!fits(low) || !fits(high)) return unknown();
    return LinearForm::between(static_cast<std::int64_t>(low), static_cast<std::int64_t>(high),
                               both_);
  }

  // Both operands are one number each: as the lanes compute it.
  LinearForm folded(Op op) const {
    if (!single(left_) || !single(right_)) return unknown();
    try {
      const Number value =
          Expression::apply(op, Number::integer(left_->low), Number::integer(right_->low));
      if (value.is_integer()) return between(value.integer(), value.integer());
    } catch (const ArithmeticError&) {  // whoever evaluates the lanes says so
    }
    return unknown();
  }

  LinearForm product() const {
    if (single(right_)) return multiple_of(a_, right_->low);
    if (single(left_)) return multiple_of(b_, left_->low);
    if (!left_ || !right_) return unknown();
    const std::array<Wide, 4> ends = {
        Wide{left_->low} * right_->low, Wide{left_->low} * right_->high,
        Wide{left_->high} * right_->low, Wide{left_->high} * right_->high};
    return between(*std::ranges::min_element(ends), *std::ranges::max_element(ends));
  }

  LinearForm extremum(Op op) const {
    const std::optional<Range> difference = range_over(sum_of(a_, b_, -1), box_);
    if (difference && difference->high <= 0) return op == Op::min ? a_ : b_;
    if (difference && difference->low >= 0) return op == Op::min ? b_ : a_;
    if (!left_ || !right_) return unknown();
    return op == Op::min
               ? between(std::min(left_->low, right_->low), std::min(left_->high, right_->high))
               : between(std::max(left_->low, right_->low), std::max(left_->high, right_->high));
  }

  LinearForm division(Op op) const {
    if (single(left_) && single(right_)) return folded(op);
    if (!right_ || right_->low <= 0) return unknown();
    const bool remainder = op == Op::modulo || op == Op::c_modulo;
    if (!left_) {
      const std::int64_t most = right_->high - 1;
      if (!remainder) return unknown();
      return between(op == Op::modulo ? 0 : -Wide{most}, most);
    }
    if (single(right_) && (left_->low >= 0 || op == Op::floor_div || op == Op::modulo)) {
      if (op == Op::divide && left_->low != left_->high) return rounded();
      return op == Op::ceil_div ? rounded() : by_constant(remainder, right_->low);
    }
    return remainder ? remainder_between(op) : rounded();
  }

  // (d * x + r) / d is x + r / d, where r holds what d does not divide; its remainder is that of r.
  LinearForm by_constant(bool remainder, std::int64_t divisor) const {
    LinearForm whole = LinearForm::constant(0);
    LinearForm rest = a_;
    for (std::size_t v = 0; v < box_.count; ++v) {
      if (a_.coefficient[v] % divisor != 0) continue;
      whole.coefficient[v] = a_.coefficient[v] / divisor;
      rest.coefficient[v] = 0;
    }
    const std::optional<Range> range = range_over(rest, box_);
    if (!range) return unknown();
    const std::int64_t low = floor_quotient(range->low, divisor);
    const std::int64_t high = floor_quotient(range->high, divisor);
    LinearForm result;
    if (!remainder) {
      result = sum_of(whole, LinearForm::between(low, high, 0));
    } else if (low == high) {  // within one cycle
      result = sum_of(rest, LinearForm::constant(low * divisor), -1);
    } else {
      result = LinearForm::between(0, divisor - 1, 0);
    }
    result.depends_on = both_;
    return result;
  }

  // The quotient by any divisor above 0, however it is rounded.
  LinearForm rounded() const {
    const std::int64_t below = left_->low < 0 ? right_->low : right_->high;
    const std::int64_t above = left_->high < 0 ? right_->high : right_->low;
    return between(floor_quotient(left_->low, below), -Wide{floor_quotient(-left_->high, above)});
  }

  LinearForm remainder_between(Op op) const {
    const std::int64_t most = right_->high - 1;
    if (op == Op::modulo) return between(0, left_->low >= 0 ? std::min(most, left_->high) : most);
    return between(std::clamp<std::int64_t>(left_->low, -most, 0),
                   std::clamp<std::int64_t>(left_->high, 0, most));
  }

  // 1: holds, 0: does not; nothing where that is not known.
  static std::optional<bool> truth(const std::optional<Range>& range) {
    if (!range) return std::nullopt;
    if (range->low > 0 || range->high < 0) return true;
    if (range->low == 0 && range->high == 0) return false;
    return std::nullopt;
  }
  LinearForm truth_of(std::optional<bool> holds) const {
    return holds ? between(*holds ? 1 : 0, *holds ? 1 : 0) : between(0, 1);
  }

  LinearForm logic(Op op) const {
    const bool decides = op == Op::logical_or;  // one that is so decides
    const std::optional<bool> x = truth(left_), y = truth(right_);
    if ((x && *x == decides) || (y && *y == decides)) return truth_of(decides);
    return x && y ? truth_of(!decides) : truth_of(std::nullopt);
  }

  LinearForm comparison(Op op) const {
    const std::optional<Range> d = range_over(sum_of(a_, b_, -1), box_);
    if (!d) return truth_of(std::nullopt);
    const auto decided = [&](bool always, bool never) {
      return truth_of(always ? std::optional(true) : never ? std::optional(false) : std::nullopt);
    };
    switch (op) {
      case Op::less:
        return decided(d->high < 0, d->low >= 0);
      case Op::less_equal:
        return decided(d->high <= 0, d->low > 0);
      case Op::greater:
        return decided(d->low > 0, d->high <= 0);
      case Op::greater_equal:
        return decided(d->low >= 0, d->high < 0);
      case Op::equal:
        return decided(d->low == 0 && d->high == 0, d->low > 0 || d->high < 0);
      default:
        return decided(d->low > 0 || d->high < 0, d->low == 0 && d->high == 0);
    }
  }

  const LinearForm& a_;
  const LinearForm& b_;
  const VariableBox& box_;
  std::optional<Range> left_, right_;
  std::uint32_t both_;
};

LinearForm unary_operation(Op op, const LinearForm& a, const VariableBox& box) {
  const std::optional<Range> range = range_over(a, box);
  switch (op) {
    case Op::negate:
      return multiple_of(a, -1);
    case Op::floor:
    case Op::ceil:
      return a;
    case Op::logical_not: {
      LinearForm result = FormOperation(a, LinearForm::constant(0), box).apply(Op::equal);
      result.depends_on = a.depends_on;
      return result;
    }
    case Op::abs:
      if (range && range->low >= 0) return a;
      if (range && range->high <= 0) return multiple_of(a, -1);
      if (!range) return LinearForm::unknown(a.depends_on);
      return LinearForm::between(0, std::max(-range->low, range->high), a.depends_on);
    default:
      break;
  }
  if (!range || range->low != range->high) return LinearForm::unknown(a.depends_on);
  try {
    const Number value = Expression::apply(op, Number::integer(range->low));
    if (value.is_integer()) {
      return LinearForm::between(value.integer(), value.integer(), a.depends_on);
    }
  } catch (const ArithmeticError&) {  // whoever evaluates the lanes says so
  }
  return LinearForm::unknown(a.depends_on);
}

}  // namespace

std::optional<Range> range_over(const LinearForm& form, const VariableBox& box) {
  if (!form.known) return std::nullopt;
  Wide low = form.low, high = form.high;
  for (std::size_t v = 0; v < box.count; ++v) {
    const Wide c = form.coefficient[v];
    if (c == 0) continue;
    const Range& range = box.variables[v];
    low += c * (c > 0 ? range.low : range.high);
    high += c * (c > 0 ? range.high : range.low);
  }
  if (!fits(low) || !fits(high)) return std::nullopt;
  return Range{static_cast<std::int64_t>(low), static_cast<std::int64_t>(high)};
}

LinearForm sum_of(const LinearForm& a, const LinearForm& b, std::int64_t times_b) {
  const LinearForm scaled = times_b == 1 ? b : multiple_of(b, times_b);
  LinearForm result = a;
  result.depends_on |= b.depends_on;
  bool good =
      a.known && scaled.known && fits(Wide{a.low} + scaled.low) && fits(Wide{a.high} + scaled.high);
  for (std::size_t v = 0; v < most_box_variables; ++v) {
    std::int64_t& c = result.coefficient[v];
    good = good && !__builtin_add_overflow(c, scaled.coefficient[v], &c);
  }
  if (!good) return LinearForm::unknown(result.depends_on);
  result.low += scaled.low;
  result.high += scaled.high;
  return result;
}

LinearForm apply_form(Op op, const LinearForm& a, const LinearForm& b, const VariableBox& box) {
  return Expression::is_unary(op) ? unary_operation(op, a, box)
                                  : FormOperation(a, b, box).apply(op);
}

LinearForm evaluate_linear(const Expression& expression, std::size_t begin, std::size_t end,
                           std::span<const LinearForm> slots, const VariableBox& box) {
  std::vector<LinearForm> stack;
  for (std::size_t i = begin; i < end; ++i) {
    const Expression::Instruction& step = expression.code()[i];
    if (step.op == Op::constant) {
      const Number value = expression.constants()[step.operand];
      stack.push_back(value.is_integer() ? LinearForm::constant(value.integer())
                                         : LinearForm::unknown(0));
    } else if (step.op == Op::name) {
      stack.push_back(slots[static_cast<std::size_t>(expression.names()[step.operand].slot)]);
    } else if (Expression::is_unary(step.op)) {
      stack.back() = unary_operation(step.op, stack.back(), box);
    } else {
      const LinearForm right = stack.back();
      stack.pop_back();
      stack.back() = FormOperation(stack.back(), right, box).apply(step.op);
    }
  }
  return stack.empty() ? LinearForm::constant(0) : stack.back();
}

// Each variable may go no further than all others together allow.
bool narrow_to_non_positive(const LinearForm& form, VariableBox& box, bool& changed) {
  if (!form.known) return true;
  Wide least = form.low;
  for (std::size_t v = 0; v < box.count; ++v) {
    const Wide c = form.coefficient[v];
    least += c * (c > 0 ? box.variables[v].low : box.variables[v].high);
  }
  for (std::size_t v = 0; v < box.count; ++v) {
    const Wide c = form.coefficient[v];
    if (c == 0) continue;
    Range& range = box.variables[v];
    const Wide room = c * (c > 0 ? range.low : range.high) - least;  // c * x <= room
    const Wide end = c > 0 ? wide_floor_quotient(room, c) : -wide_floor_quotient(room, -c);
    if (c > 0 && end < range.high) {
      range.high = end < range.low ? range.low - 1 : static_cast<std::int64_t>(end);
      changed = true;
    } else if (c < 0 && end > range.low) {
      range.low = end > range.high ? range.high + 1 : static_cast<std::int64_t>(end);
      changed = true;
    }
    if (range.low > range.high) return false;
  }
  return true;
}

}  // namespace gpumodel
