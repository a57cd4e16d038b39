// What in a kernel's accesses is worth changing, and what it would save.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "src/app/coalesce/kernel_answer.hpp"

namespace gpumodel {

// Numbers of shown accesses to global memory that ask for twice the sectors that would do, or more
// (less is a piece off alignment), the most wasted bytes first. Those to structures are not among
// them where one_array_per_member() tells of them.
std::vector<std::size_t> uncoalesced_accesses(const CoalesceKernelAnswer& answer);

// One array per member of all structures in global memory, instead of arrays of structures.
struct ArrayPerMember {
  double sectors = 0.0, sectors_before = 0.0;        // of the accesses to them
  double dram_bytes = 0.0, dram_bytes_before = 0.0;  // of the launch, L2 cold

  bool helps() const { return sectors < sectors_before || dram_bytes < dram_bytes_before; }
  double saved_share() const { return 1.0 - sectors / sectors_before; }
};
// Nothing where the kernel has no such structures.
std::optional<ArrayPerMember> one_array_per_member(const CoalesceKernelAnswer& answer);

// Bank conflicts of an array that no row's padding reaches.
struct OtherConflicts {
  std::size_t access = 0;        // the worst one to the array
  bool depends_on_data = false;  // some address of the array does
  bool strided = false;          // its lanes are words at a constant distance: an odd one is free
};
// By array.
std::vector<OtherConflicts> other_conflicts(const CoalesceKernelAnswer& answer);

}  // namespace gpumodel
