// From index expressions to the addresses of a warp.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "models/access/access_expression.hpp"
#include "models/access/lanes.hpp"

namespace gpumodel {

// Where an array lies and how it is laid out: row-major, the last index fastest.
struct ArrayLayout {
  std::int64_t base = 0;          // address of element 0, bytes; 0 to address_end
  std::int64_t stride_bytes = 4;  // from one element to the next: the size of a structure
  std::int64_t member_offset = 0;
  int access_bytes = 4;  // what one lane loads or stores
  // Elements per dimension, slowest first. Needed for more than one index; for one index empty
  // means that nothing is known about the end of the array.
  std::vector<std::int64_t> shape;
  std::int64_t padding = 0;  // elements added to the last dimension
};

// A lane whose address cannot be computed. `error.column` points into the access, or into the
// guard.
struct LaneError {
  ExpressionError error;
  int lane = 0;
  bool in_guard = false;
};

// Addresses stay below 128 TiB: more than any device has, and sums of a few of them cannot
// overflow.
inline constexpr std::int64_t address_end = std::int64_t{1} << 47;

// Fills the values of one lane, to which the names of all expressions are bound.
using LaneValues = std::function<std::span<const Number>(int lane)>;

// The lanes of `active` that pass the guard (null: all pass), with their addresses. Throws
// LaneError for the first lane where an index is no whole number, lies outside its dimension, or
// where the address is negative or beyond address_end; arithmetic faults (division by zero,
// overflow) likewise. The number of indices must be that of `shape`, or one where `shape` is empty.
WarpLanes lanes_of(const AccessExpression& access, const ArrayLayout& layout, std::uint32_t active,
                   const Expression* guard, const LaneValues& values);

}  // namespace gpumodel
