// Blocks per SM for many launches: the same answer as occupancy_of, without the explanation and
// from tables that the rules (rules.hpp) have filled once.
//
// A launch that cannot run has 0 blocks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "models/occupancy/launch_resources.hpp"
#include "models/occupancy/sm_limits.hpp"

namespace gpumodel {

class BatchSm {
 public:
  explicit BatchSm(const SmLimits& limits);
  int blocks_per_sm(const LaunchResources& launch) const;

 private:
  static constexpr std::size_t register_counts = 256;  // 0..255
  static constexpr std::size_t barrier_counts = 17;    // 0..16

  struct ByRegisters {
    std::uint8_t warp_slots = 0;          // warps that an SM holds, registers considered
    std::uint8_t block_warps = 0;         // of the largest block that may have these registers
    std::uint8_t halved_block_warps = 0;  // of the largest block that halved caching keeps
  };

  ByRegisters entry_for(int registers_per_thread) const;
  int blocks_by_shared_memory(std::uint64_t asked, std::optional<std::int64_t> carveout) const;

  SmLimits limits_;
  std::uint64_t max_shared_memory_[2];  // without and with opt-in
  std::uint64_t shared_memory_bias_;    // with the reserve, rounds up to units by a shift
  int shared_memory_shift_;
  std::array<ByRegisters, register_counts> by_registers_{};
  std::array<std::uint8_t, barrier_counts> by_barriers_{};
  std::vector<std::uint8_t> by_shared_memory_{};  // by allocation units, at the largest carve-out
};

class BatchOccupancy {
 public:
  // One device per entry; a launch names its device by position.
  explicit BatchOccupancy(std::span<const SmLimits> devices);

  // Three spans of one length; every device index must be below the number of devices.
  void blocks_per_sm(std::span<const std::uint32_t> device, std::span<const LaunchResources> launch,
                     std::span<int> blocks) const;

 private:
  std::vector<BatchSm> devices_{};
};

}  // namespace gpumodel
