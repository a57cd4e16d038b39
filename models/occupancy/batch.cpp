#include "models/occupancy/batch.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "models/occupancy/rules.hpp"

namespace gpumodel {
namespace {

constexpr int most_slots = 64;        // warps per SM, of any capability
constexpr int most_block_warps = 32;  // 1024 threads

// rules::blocks_by_warps for every number of slots and warps, plain and halved: a table because a
// division costs more than everything else here.
using Quotients = std::array<std::array<std::uint8_t, most_block_warps + 1>, most_slots + 1>;

constexpr Quotients quotients(bool halved) {
  Quotients table{};
  for (int slots = 0; slots <= most_slots; ++slots)
    for (int warps = 1; warps <= most_block_warps; ++warps)
      table[std::size_t(slots)][std::size_t(warps)] =
          static_cast<std::uint8_t>(rules::blocks_by_warps(slots, warps, halved));
  return table;
}

constexpr Quotients blocks_by_warps[] = {quotients(false), quotients(true)};

// Limits above the block slots of an SM cannot matter.
std::uint8_t capped(const SmLimits& limits, int blocks) {
  return static_cast<std::uint8_t>(std::min(blocks, limits.max_blocks));
}

// The largest block, in warps, for which `allowed` holds.
template <class Allowed>
std::uint8_t largest_block(Allowed allowed) {
  std::uint8_t warps = 0;
  while (warps < most_block_warps && allowed(warps + 1)) ++warps;
  return warps;
}

}  // namespace

BatchSm::BatchSm(const SmLimits& limits)
    : limits_(limits),
      max_shared_memory_{std::uint64_t(rules::max_shared_memory(limits, false)),
                         std::uint64_t(rules::max_shared_memory(limits, true))},
      shared_memory_bias_(
          std::uint64_t(limits.reserved_shared_memory_per_block + limits.shared_memory_unit - 1)),
      shared_memory_shift_(std::countr_zero(std::uint64_t(limits.shared_memory_unit))) {
  assert(std::has_single_bit(std::uint64_t(limits.shared_memory_unit)));
  assert(limits.max_warps <= most_slots);
  for (int registers = 0; registers <= limits.max_registers_per_thread; ++registers)
    by_registers_[std::size_t(registers)] = entry_for(registers);
  for (std::size_t barriers = 0; barriers < barrier_counts; ++barriers)
    by_barriers_[barriers] = capped(limits, rules::blocks_by_barriers(limits, int(barriers)));
  const std::int64_t unit = limits.shared_memory_unit;
  for (std::int64_t bytes = 0; bytes <= limits.shared_memory; bytes += unit)
    by_shared_memory_.push_back(
        capped(limits, rules::blocks_by_shared_memory(limits.shared_memory, bytes)));
}

BatchSm::ByRegisters BatchSm::entry_for(int registers_per_thread) const {
  const int by_registers = rules::warps_by_registers(limits_, registers_per_thread);
  return {static_cast<std::uint8_t>(std::min(limits_.max_warps, by_registers)),
          largest_block([&](int warps) {
            return rules::checked_registers_per_block(limits_, registers_per_thread, warps) <=
                   limits_.max_registers_per_block;
          }),
          largest_block(
              [&](int warps) { return rules::runs_halved(limits_, true, by_registers, warps); })};
}

int BatchSm::blocks_by_shared_memory(std::uint64_t asked,
                                     std::optional<std::int64_t> carveout) const {
  const std::uint64_t units = (asked + shared_memory_bias_) >> shared_memory_shift_;
  if (!carveout) return by_shared_memory_[units];
  const auto per_block = static_cast<std::int64_t>(units << shared_memory_shift_);
  return rules::blocks_by_shared_memory(rules::chosen_carveout(limits_, carveout, per_block),
                                        per_block);
}

// The comparisons are find_faults (refusal.hpp) on unsigned numbers, where a negative one is huge.
int BatchSm::blocks_per_sm(const LaunchResources& launch) const {
  const unsigned threads = static_cast<unsigned>(launch.threads);
  const unsigned registers = static_cast<unsigned>(launch.registers_per_thread);
  const unsigned barriers = static_cast<unsigned>(launch.barriers);
  const unsigned cluster = static_cast<unsigned>(launch.cluster_size);
  const auto static_bytes = static_cast<std::uint64_t>(launch.static_shared_memory);
  const auto dynamic_bytes = static_cast<std::uint64_t>(launch.dynamic_shared_memory);
  const std::uint64_t most = max_shared_memory_[launch.shared_memory_opt_in];
  const std::uint64_t bytes = static_bytes + dynamic_bytes;
  if (threads - 1 >= unsigned(limits_.max_threads_per_block) || registers >= register_counts ||
      barriers >= barrier_counts || cluster - 1 >= unsigned(limits_.max_cluster_size) ||
      static_bytes > most || dynamic_bytes > most || bytes > most ||
      (launch.carveout && std::uint64_t(*launch.carveout) > std::uint64_t(limits_.shared_memory)))
    return 0;
  const unsigned warps = (threads + 31) / 32;
  const ByRegisters entry = by_registers_[registers];
  if (warps > entry.block_warps) return 0;
  const bool halved = launch.halved_caching && warps <= entry.halved_block_warps;
  return std::min({int{blocks_by_warps[halved][entry.warp_slots][warps]},
                   int{by_barriers_[barriers]}, limits_.max_blocks,
                   blocks_by_shared_memory(bytes, launch.carveout)});
}

BatchOccupancy::BatchOccupancy(std::span<const SmLimits> devices)
    : devices_(devices.begin(), devices.end()) {}

void BatchOccupancy::blocks_per_sm(std::span<const std::uint32_t> device,
                                   std::span<const LaunchResources> launch,
                                   std::span<int> blocks) const {
  assert(device.size() == launch.size() && launch.size() == blocks.size());
  for (std::size_t i = 0; i < launch.size(); ++i)
    blocks[i] = devices_[device[i]].blocks_per_sm(launch[i]);
}

}  // namespace gpumodel
