// Expressions evaluated for the 32 lanes of a warp at once.
//
// Values are whole 64-bit numbers. A value that is the same in all lanes is kept once, so that what
// does not depend on the lane costs what a single evaluation costs.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "models/access/lanes.hpp"
#include "models/core/formula.hpp"

namespace gpumodel {

struct LaneVector {
  bool uniform = true;  // only value[0] counts
  std::array<std::int64_t, lanes_per_warp> value;

  std::int64_t operator[](std::size_t lane) const { return value[uniform ? 0 : lane]; }
  static LaneVector all(std::int64_t v) {
    LaneVector result{};
    result.value[0] = v;
    return result;
  }
};

// A fault of an expression in one lane. `error.column` counts from its text.
struct LaneFault {
  const Formula* formula;  // null where the caller knows better
  ExpressionError error;
  int lane = 0;
};

// An expression with the values of the first slots (parameters, block extents) built in.
class LaneExpression {
 public:
  LaneExpression() = default;
  // Names bound to slots below `constants.size()` become numbers; the others stay slots.
  LaneExpression(const Expression& expression, std::span<const Number> constants);

  // `slots` are indexed as the names were bound. Throws LaneFault for the first active lane whose
  // value cannot be computed or is no whole number; what inactive lanes would do is ignored. The
  // value is in `storage`, which is none of the slots that it reads, or is that of a slot.
  const LaneVector& evaluate(std::span<const LaneVector> slots, std::uint32_t active,
                             LaneVector& storage) const;

  // The value, if it depends on no slot.
  const Number* constant() const { return is_constant_ ? &constant_ : nullptr; }

 private:
  struct Step {
    Expression::Op op;
    std::uint16_t column;
    std::int32_t slot = 0;    // of a name
    std::int64_t number = 0;  // of a constant
  };
  std::vector<Step> steps_;
  std::size_t depth_ = 1;
  bool is_constant_ = false;
  Number constant_;
  ExpressionError fault_;  // found while building: thrown by evaluate()
  bool has_fault_ = false;
};

}  // namespace gpumodel
