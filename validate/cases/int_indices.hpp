// Most kernels count with an int, as most code does. Sizes that an int cannot count are refused,
// before a thread computes an address out of them.
#pragma once

#include <limits>

#include "validate/cases/kernel_case.hpp"

namespace gpumodel {

// `largest`: the largest number that a thread of the kernel counts to.
inline void require_int_index(std::int64_t largest) {
  if (largest > std::numeric_limits<int>::max())
    throw CaseError("the kernel counts with 32-bit integers, too short for " +
                    std::to_string(largest));
}

// How far past the last element the threads of the last block may count.
constexpr std::int64_t block_tail = 1 << 16;

inline void require_int_indices(const CaseArray& array, std::int64_t beyond = block_tail) {
  require_int_index(array.scalars + beyond);
}
inline void require_int_indices(const KernelCase& c, std::int64_t beyond = block_tail) {
  for (const CaseArray& array : c.arrays) require_int_indices(array, beyond);
}

// For a loop of all threads of a one-dimensional grid over the elements of an array.
inline void require_int_grid_stride(const KernelCase& c) {
  require_int_indices(c, c.grid[0] * c.block[0]);
}

}  // namespace gpumodel
