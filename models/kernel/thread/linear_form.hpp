// Whole numbers over a box: what is known of a value when each variable may be anything between two
// bounds.
//
//   value = coefficient . variables + rest,   low <= rest <= high
//
// Sums and multiples keep the coefficients, so that what cancels does; other operations keep bounds
// only. Over a box of one point every operation is exact, so bounds get tight as boxes get small.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "models/core/expression/expression.hpp"
#include "models/kernel/thread/block_form.hpp"

namespace gpumodel {

inline constexpr std::size_t most_box_variables = 16;

struct VariableBox {
  std::array<Range, most_box_variables> variables{};
  std::size_t count = 0;  // of those in use
};

struct LinearForm {
  std::array<std::int64_t, most_box_variables> coefficient{};
  std::int64_t low = 0, high = 0;
  bool known = true;             // false: the value may be anything, or none
  std::uint32_t depends_on = 0;  // variables by bit, those behind the rest included

  static LinearForm constant(std::int64_t value) { return between(value, value, 0); }
  static LinearForm between(std::int64_t low, std::int64_t high, std::uint32_t depends_on) {
    LinearForm form;
    form.low = low;
    form.high = high;
    form.depends_on = depends_on;
    return form;
  }
  static LinearForm unknown(std::uint32_t depends_on) {
    LinearForm form;
    form.known = false;
    form.depends_on = depends_on;
    return form;
  }
  static LinearForm variable(std::size_t number) {
    LinearForm form;
    form.coefficient[number] = 1;
    form.depends_on = std::uint32_t{1} << number;
    return form;
  }
};

// All values over the box; nothing where they are not known or exceed 2^62.
std::optional<Range> range_over(const LinearForm& form, const VariableBox& box);

LinearForm sum_of(const LinearForm& a, const LinearForm& b, std::int64_t times_b = 1);
// What an operator makes of two values (of one: `b` is ignored).
LinearForm apply_form(Expression::Op op, const LinearForm& a, const LinearForm& b,
                      const VariableBox& box);
// The part of an expression's code from `begin` to `end`, a complete expression itself, over the
// forms of its slots.
LinearForm evaluate_linear(const Expression& expression, std::size_t begin, std::size_t end,
                           std::span<const LinearForm> slots, const VariableBox& box);

// Narrows the box to where `form` can be 0 or less; false where it nowhere can. `changed` is set
// where anything was narrowed.
bool narrow_to_non_positive(const LinearForm& form, VariableBox& box, bool& changed);

}  // namespace gpumodel
