// What one SM offers and how it hands it out, per compute capability.
//
// Sources, by the keys of the project's data notes:
//   OCC    cuda_occupancy.h, CUDA 13.0: granularities, carve-outs, block and barrier slots
//   CPG13, CPG11, CPG10   editions of the CUDA programming guide: sizes per SM and per block
//   CALC   NVIDIA's occupancy spreadsheet: registers per thread before 3.5
// Where they differ the guide is followed (255 registers per thread from 3.5, OCC accepts 256 from
// 7.0; 63 on 3.0, OCC accepts 255). Sizes are bytes, registers are 32 bits wide.
#pragma once

#include <cstdint>
#include <span>

#include "models/hardware/compute_capability.hpp"

namespace gpumodel {

inline constexpr std::int64_t kibibyte = 1024;

struct SmLimits {
  ComputeCapability capability;
  int max_warps;
  int max_blocks;
  int registers;  // per SM
  int max_registers_per_block;
  int max_registers_per_thread;
  int subpartitions;           // warps and registers are divided evenly among these
  std::int64_t shared_memory;  // per SM, at the largest carve-out
  std::int64_t max_shared_memory_per_block_opt_in;  // without the reserved part
  std::int64_t reserved_shared_memory_per_block;    // taken by the system for every block
  std::int64_t shared_memory_unit;                  // a block gets a multiple of this
  std::span<const std::int64_t> carveouts;          // ascending; one entry: not configurable
  std::int64_t unified_l1;  // L1 and shared memory together; 0: separate, or not known
  int block_barriers;       // per SM; 0: barriers do not limit the blocks (before 9.0)
  int max_cluster_size;     // 1 before 9.0; above 8 is not portable between devices
  bool halved_caching;      // offers partitioned global caching, see rules.hpp

  // The same on every capability here (OCC, CPG13).
  int warp_size = 32;
  int max_threads_per_block = 1024;
  int register_unit = 256;                                   // a warp gets a multiple of this
  std::int64_t max_shared_memory_per_block = 48 * kibibyte;  // without opting in
  int max_barriers_per_block = 16;
  int portable_cluster_size = 8;
};

// From 7.0 on a block that does not fit in the asked carve-out moves the SM to the next larger one;
// before, to the largest (OCC).
constexpr bool carveout_grows_by_one(const SmLimits& limits) {
  return limits.capability.major >= 7;
}

// The check of a block's registers against the per-block limit counts its warps in multiples of
// this. 6.0 has two sub-partitions, but what cannot run on the rest of its family, which has four,
// is refused there too (OCC).
constexpr int block_check_subpartitions(const SmLimits& limits) {
  return limits.capability == ComputeCapability{6, 0} ? 4 : limits.subpartitions;
}

// Every known capability, ascending.
std::span<const SmLimits> all_limits();

// The limits of one capability, or nullptr when it is not known.
const SmLimits* find_limits(ComputeCapability capability);

}  // namespace gpumodel
