#include "models/occupancy/range.hpp"

#include "models/occupancy/rules.hpp"

namespace gpumodel {
namespace {

// The largest register count with which the launch can run; 1 if there is none.
int most_registers(const SmLimits& limits, LaunchResources launch) {
  int registers = limits.max_registers_per_thread;
  for (; registers > 1; --registers) {
    launch.registers_per_thread = registers;
    if (find_faults(limits, launch).empty()) break;
  }
  return registers;
}

// Registers per thread as given for this block size; -1, which no device accepts, if the registers
// per block cannot be shared among the threads; nothing if not given.
std::optional<int> given_registers(const PartialLaunch& partial, int threads) {
  if (partial.registers_per_thread) return partial.registers_per_thread;
  if (!partial.registers_per_block) return {};
  const auto share = share_registers(*partial.registers_per_block, threads);
  return share ? share->per_thread : -1;
}

LaunchResources least_demanding(const PartialLaunch& partial, int threads) {
  LaunchResources launch = partial.others;
  launch.threads = threads;
  launch.registers_per_thread = given_registers(partial, threads).value_or(1);
  launch.static_shared_memory = 0;
  launch.dynamic_shared_memory = partial.shared_memory.value_or(0);
  return launch;
}

LaunchResources most_demanding(const SmLimits& limits, const PartialLaunch& partial,
                               LaunchResources launch) {
  if (!given_registers(partial, launch.threads))
    launch.registers_per_thread = most_registers(limits, launch);
  if (!partial.shared_memory)
    launch.dynamic_shared_memory = rules::max_shared_memory(limits, launch.shared_memory_opt_in);
  return launch;
}

void widen(std::optional<OccupancyRange>& range, const Completion& low, const Completion& high) {
  if (!range) range = OccupancyRange{low, high};
  if (low.occupancy.warps_per_sm < range->lowest.occupancy.warps_per_sm) range->lowest = low;
  if (high.occupancy.warps_per_sm > range->highest.occupancy.warps_per_sm) range->highest = high;
}

}  // namespace

std::variant<OccupancyRange, Refusals> occupancy_range(const SmLimits& limits,
                                                       const PartialLaunch& partial) {
  const int first = partial.threads.value_or(limits.warp_size);
  const int last = partial.threads.value_or(limits.max_threads_per_block);
  std::optional<OccupancyRange> range;
  Refusals faults;
  for (int threads = first;; threads += limits.warp_size) {
    const LaunchResources easy = least_demanding(partial, threads);
    const OccupancyResult high = occupancy_of(limits, easy);
    if (const auto* const best = std::get_if<Occupancy>(&high)) {
      const LaunchResources hard = most_demanding(limits, partial, easy);
      widen(range, {hard, std::get<Occupancy>(occupancy_of(limits, hard))}, {easy, *best});
    } else if (faults.empty()) {
      faults = std::get<Refusals>(high);
    }
    if (threads >= last) break;  // before the step, which could overflow for a given number
  }
  if (range) return *range;
  return faults;
}

}  // namespace gpumodel
