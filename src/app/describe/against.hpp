// What a compiler made of a kernel, beside what the rules assume of it: instructions by loop.
#pragma once

#include <string>
#include <vector>

#include "models/hardware/compute_capability.hpp"
#include "models/kernel/kernel.hpp"
#include "models/occupancy/machine_code.hpp"

namespace gpumodel {

// A loop that stays one, or all that is outside of loops: of one pass through its machine code.
struct AssumedLoop {
  std::string name;         // "k"; empty: outside of loops
  std::int64_t copies = 1;  // of its body
  int depth = 0;
  SassCounts counts{};
};
// The parts of a thread outside of loops first, then its loops in the order of the source.
std::vector<AssumedLoop> assumed_loops(const Kernel& kernel, ComputeCapability capability);

// The loop of the machine code that is most like it, of the same depth; none: there is none left.
// A compiler may add loops for rounds that are left over.
std::vector<const SassLoop*> like(const std::vector<AssumedLoop>& assumed,
                                  const std::vector<SassLoop>& made);

}  // namespace gpumodel
