// What stands in the elements of an array that the lanes of a warp ask for, all of them at once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/kernel/thread/contents.hpp"
#include "models/kernel/thread/lane_expression.hpp"

namespace gpumodel {

class LaneContents {
 public:
  LaneContents() = default;
  // `constants` are the values of the first slots. Both are kept by reference.
  LaneContents(const PreparedContents& contents, std::span<const Number> constants);

  // The values of `elements` as PreparedContents::value_at() gives them one by one; `slots` hold
  // what the arguments are bound to. False where they have to be asked for one by one: where
  // arguments may not be whole numbers, or are at fault.
  bool values_at(std::span<const LaneVector> slots, const LaneVector& elements, std::uint64_t seed,
                 std::uint32_t active, LaneVector& result) const;

 private:
  const PreparedContents* contents_ = nullptr;
  std::vector<LaneExpression> arguments_;
};

}  // namespace gpumodel
