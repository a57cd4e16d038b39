// The addresses of a kernel's accesses in one block, as each of its warps executes them first.
#pragma once

#include <span>
#include <vector>

#include "models/kernel/kernel.hpp"
#include "models/kernel/launch_shape.hpp"
#include "src/app/coalesce/answer.hpp"

namespace gpumodel {

struct BlockAddresses {
  std::vector<std::vector<WarpLanes>> lanes;  // by warp and access; no active lane: not executed
  std::vector<std::int64_t> origin;           // of the array, by access
};

// `work`: see work_limit.hpp. Throws ThreadFault and FormulaError.
BlockAddresses addresses_of(const Kernel& kernel, std::span<const Number> values,
                            const LaunchShape& shape, const BlockIndex& block, double work);

// The accesses of one warp, in the order of the program.
std::vector<CoalesceAccess> accesses_of_warp(const Kernel& kernel, const BlockAddresses& addresses,
                                             std::size_t warp, const MemoryRules& rules);

}  // namespace gpumodel
