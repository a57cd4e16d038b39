#include "models/occupancy/refusal.hpp"

#include <cstdlib>
#include <limits>

#include "models/occupancy/rules.hpp"

namespace gpumodel {
namespace {

constexpr std::int64_t any = std::numeric_limits<std::int64_t>::max();

bool require(Refusals& found, Fault fault, std::int64_t asked, std::int64_t least,
             std::int64_t most) {
  const bool fits = least <= asked && asked <= most;
  if (!fits) found.push_back({fault, asked, least, most});
  return fits;
}

void check_registers(Refusals& found, const SmLimits& limits, const LaunchResources& launch) {
  const bool threads_fit =
      require(found, Fault::threads_per_block, launch.threads, 1, limits.max_threads_per_block);
  const bool registers_fit =
      require(found, Fault::registers_per_thread, launch.registers_per_thread, 0,
              limits.max_registers_per_thread);
  if (!threads_fit || !registers_fit) return;  // the product would only repeat the fault
  const int warps = rules::warps_per_block(limits, launch.threads);
  require(found, Fault::registers_per_block,
          rules::checked_registers_per_block(limits, launch.registers_per_thread, warps), 0,
          limits.max_registers_per_block);
}

// The sum is compared before rounding: all limits are multiples of the allocation unit.
void check_shared_memory(Refusals& found, const SmLimits& limits, const LaunchResources& launch) {
  const bool static_fits =
      require(found, Fault::static_shared_memory, launch.static_shared_memory, 0, any);
  const bool dynamic_fits =
      require(found, Fault::dynamic_shared_memory, launch.dynamic_shared_memory, 0, any);
  if (!static_fits || !dynamic_fits) return;
  const std::int64_t asked =
      rules::saturating_sum(launch.static_shared_memory, launch.dynamic_shared_memory);
  const bool opting_in_helps =
      !launch.shared_memory_opt_in && asked <= rules::max_shared_memory(limits, true);
  require(found,
          opting_in_helps ? Fault::shared_memory_without_opt_in : Fault::shared_memory_per_block,
          asked, 0, rules::max_shared_memory(limits, launch.shared_memory_opt_in));
}

}  // namespace

Refusals find_faults(const SmLimits& limits, const LaunchResources& launch) {
  Refusals found;
  check_registers(found, limits, launch);
  check_shared_memory(found, limits, launch);
  if (launch.carveout)
    require(found, Fault::carveout, *launch.carveout, 0, limits.carveouts.back());
  require(found, Fault::barriers_per_block, launch.barriers, 0, limits.max_barriers_per_block);
  require(found, Fault::cluster_size, launch.cluster_size, 1, limits.max_cluster_size);
  return found;
}

std::string_view name(Fault fault) {
  switch (fault) {
    case Fault::threads_per_block:
      return "threads per block";
    case Fault::registers_per_thread:
      return "registers per thread";
    case Fault::registers_per_block:
      return "registers per block, with as many warps in each sub-partition";
    case Fault::static_shared_memory:
      return "bytes of static shared memory";
    case Fault::dynamic_shared_memory:
      return "bytes of dynamic shared memory";
    case Fault::shared_memory_per_block:
      return "bytes of shared memory per block";
    case Fault::shared_memory_without_opt_in:
      return "bytes of shared memory per block without opting in to more";
    case Fault::carveout:
      return "bytes of shared memory per SM";
    case Fault::barriers_per_block:
      return "barriers per block";
    case Fault::cluster_size:
      return "blocks per cluster";
  }
  std::abort();
}

std::string describe(const Refusal& refusal) {
  const bool too_few = refusal.asked < refusal.least;
  return std::string(name(refusal.fault)) + ": " + std::to_string(refusal.asked) +
         (too_few ? ", at least " : ", at most ") +
         std::to_string(too_few ? refusal.least : refusal.most);
}

}  // namespace gpumodel
