// How a value depends on the block: an affine form over the block's three indices, plus a rest that
// does not depend on it.
//
//   value(block, thread) = coefficient . block + rest(thread, loops),   low <= rest <= high
//
// From the forms of conditions follows which blocks behave alike, from those of indices how far
// apart the addresses of two blocks are. What has no such form says so, and nothing is guessed.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "models/core/expression/expression.hpp"
#include "models/core/sourced.hpp"
#include "models/kernel/launch_shape.hpp"

namespace gpumodel {

// Where a value comes from, the strongest of its parts: formulas of the thread alone, what stands
// in an array, values drawn from a distribution.
enum class Origin : std::uint8_t { formula, data, drawn };

struct BlockForm {
  bool affine = true;  // false: the fields below mean nothing, but for `range`
  std::array<std::int64_t, 3> coefficient{};
  std::int64_t low = 0, high = 0;  // of the rest
  bool range_known = true;         // low and high are bounds
  Origin origin = Origin::formula;
  std::int64_t spread = 0;  // of the random part, where the rest is fixed: the width of a band

  static BlockForm constant(std::int64_t value) { return {.low = value, .high = value}; }
  static BlockForm between(std::int64_t low, std::int64_t high) {
    return {.low = low, .high = high};
  }
  static BlockForm unknown() { return {.affine = false, .range_known = false}; }

  bool random() const { return origin == Origin::drawn; }
  bool depends_on_block() const {
    return !affine || coefficient[0] != 0 || coefficient[1] != 0 || coefficient[2] != 0;
  }
  std::optional<std::int64_t> as_constant() const {
    if (depends_on_block() || !range_known || low != high) return std::nullopt;
    return low;
  }
  bool operator==(const BlockForm&) const = default;
};

struct Range {
  std::int64_t low = 0, high = 0;
};
// All values over the launch; nothing where they are not known or exceed 2^62.
std::optional<Range> range_of(const BlockForm& form, const BlockExtents& grid);

// A comparison whose truth depends on the block: `left - right`, as a form. Where loops run to an
// end that depends on the block, `modulus` is their step: the number of rounds changes wherever the
// form crosses a multiple of it; 0 for plain comparisons, which change at 0.
struct Crossing {
  BlockForm difference;
  std::int64_t modulus = 0;
  const Source* place = nullptr;  // the loop, condition, ... that compares; block_forms() sets it
};

// Evaluates `expression` over forms; comparisons met on the way are appended to `crossings`.
BlockForm evaluate_form(const Expression& expression, std::span<const BlockForm> slots,
                        const BlockExtents& grid, std::vector<Crossing>& crossings);

}  // namespace gpumodel
