// The allocation rules of an SM, one function each.
//
// They are what cuda_occupancy.h (OCC, CUDA 13.0) does, in terms of SmLimits; the explained answer
// (occupancy.hpp) and the batch tables (batch.hpp) are both built from them, so that no rule exists
// twice. All expect arguments inside the limits that refusal.hpp checks; none can overflow there.
// Not modelled: virtual resources (128 per SM from 10.0), whose use per kernel nothing reports.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include "models/occupancy/sm_limits.hpp"

namespace gpumodel::rules {

inline constexpr int unlimited = std::numeric_limits<int>::max();

template <class Int>
constexpr Int round_up(Int value, Int unit) {
  return (value + unit - 1) / unit * unit;
}

// Both non-negative; the largest number instead of overflow.
constexpr std::int64_t saturating_sum(std::int64_t a, std::int64_t b) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  return a > most - b ? most : a + b;
}

// A partial warp occupies a whole one.
constexpr int warps_per_block(const SmLimits& limits, int threads) {
  return (threads + limits.warp_size - 1) / limits.warp_size;
}

// Registers are handed to warps, in units of 256.
constexpr int registers_per_warp(const SmLimits& limits, int registers_per_thread) {
  return round_up(registers_per_thread * limits.warp_size, limits.register_unit);
}

// What the hardware compares with the per-block limit: it counts as if every sub-partition got the
// same number of the block's warps.
constexpr int checked_registers_per_block(const SmLimits& limits, int registers_per_thread,
                                          int warps) {
  return registers_per_warp(limits, registers_per_thread) *
         round_up(warps, block_check_subpartitions(limits));
}

// Warps whose registers fit on an SM. A warp's registers lie in one sub-partition, so each
// sub-partition is filled by itself and its remainder is lost.
constexpr int warps_by_registers(const SmLimits& limits, int registers_per_thread) {
  const int per_warp = registers_per_warp(limits, registers_per_thread);
  if (per_warp == 0) return unlimited;
  return limits.registers / limits.subpartitions / per_warp * limits.subpartitions;
}

// Partitioned global caching keeps a block within one half of the SM. The device drops it for a
// block whose registers do not fit in one half.
constexpr bool runs_halved(const SmLimits& limits, bool asked, int warps_by_regs, int warps) {
  return asked && limits.halved_caching && warps_by_regs / 2 >= warps;
}

// Blocks of `warps` warps that `slots` warps hold.
constexpr int blocks_by_warps(int slots, int warps, bool halved) {
  return halved ? slots / 2 / warps * 2 : slots / warps;
}

// Bytes taken for a block that asks for `asked` bytes of shared memory.
constexpr std::int64_t shared_memory_per_block(const SmLimits& limits, std::int64_t asked) {
  return round_up(asked + limits.reserved_shared_memory_per_block, limits.shared_memory_unit);
}

// The most a block may ask for. Before 7.0 the two limits are the same.
constexpr std::int64_t max_shared_memory(const SmLimits& limits, bool opt_in) {
  return opt_in ? limits.max_shared_memory_per_block_opt_in : limits.max_shared_memory_per_block;
}

// The smallest carve-out of at least `bytes`, which must not exceed the largest.
constexpr std::int64_t next_carveout(const SmLimits& limits, std::int64_t bytes) {
  return *std::ranges::lower_bound(limits.carveouts, bytes);
}

// Shared memory that an SM offers to blocks of `per_block` bytes. A carve-out too small for one
// block is not obeyed: from 7.0 on the next that holds one block is taken, before 7.0 the largest.
constexpr std::int64_t chosen_carveout(const SmLimits& limits, std::optional<std::int64_t> asked,
                                       std::int64_t per_block) {
  if (!asked) return limits.carveouts.back();
  const std::int64_t obeyed = next_carveout(limits, *asked);
  if (obeyed >= per_block) return obeyed;
  return carveout_grows_by_one(limits) ? next_carveout(limits, per_block) : limits.carveouts.back();
}

constexpr int blocks_by_shared_memory(std::int64_t carveout, std::int64_t per_block) {
  return per_block == 0 ? unlimited : static_cast<int>(carveout / per_block);
}

constexpr int blocks_by_barriers(const SmLimits& limits, int barriers) {
  return limits.block_barriers == 0 || barriers == 0 ? unlimited : limits.block_barriers / barriers;
}

}  // namespace gpumodel::rules
