// Our occupancy equals the CUDA toolkit header's on more than two million launches.
//
// The device's sizes are inputs of the header, so this tests the rules, not our table of limits;
// the header's own numbers (granularities, block and barrier slots, carve-outs) are tested too.

#include "tests/occupancy/header_oracle.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "models/occupancy/batch.hpp"
#include "models/occupancy/next_step.hpp"
#include "models/occupancy/occupancy.hpp"
#include "tests/occupancy/launch_text.hpp"

namespace gpumodel::test {
namespace {

constexpr int launches_per_capability = 100'000;
constexpr std::uint64_t oracle_seed = 20'250'801;

// The header's limits in blocks, in the order of Resource.
std::array<int, resource_count> header_limits(const cudaOccResult& theirs) {
  return {theirs.blockLimitWarps, theirs.blockLimitBlocks, theirs.blockLimitRegs,
          theirs.blockLimitSharedMem, theirs.blockLimitBarriers};
}

// The header's limitingFactors are not used: where barriers lower the number of blocks, they still
// name what limited before.
bool limits_launch(const cudaOccResult& theirs, std::size_t resource) {
  return header_limits(theirs)[resource] == theirs.activeBlocksPerMultiprocessor;
}

bool same(const Occupancy& ours, const cudaOccResult& theirs) {
  for (std::size_t i = 0; i < resource_count; ++i)
    if (ours.resources[i].max_blocks != header_limits(theirs)[i] ||
        ours.resources[i].limiting != limits_launch(theirs, i))
      return false;
  return ours.blocks_per_sm == theirs.activeBlocksPerMultiprocessor &&
         ours.use(Resource::registers).per_block == theirs.allocatedRegistersPerBlock &&
         ours.shared_memory_per_block == std::int64_t(theirs.allocatedSharedMemPerBlock) &&
         ours.halved_caching == (theirs.partitionedGCConfig != PARTITIONED_GC_OFF);
}

bool same(const OccupancyResult& ours, const cudaOccResult& theirs) {
  const auto* const fits = std::get_if<Occupancy>(&ours);
  return fits ? same(*fits, theirs) : theirs.activeBlocksPerMultiprocessor == 0;
}

// What the sample of one capability consisted of, by the header's answers.
struct Coverage {
  int rows = 0;
  int launchable = 0;
  std::array<int, resource_count> alone{};

  void count(const cudaOccResult& theirs) {
    ++rows;
    if (theirs.activeBlocksPerMultiprocessor == 0) return;
    ++launchable;
    std::size_t limiters = 0, last = 0;
    for (std::size_t i = 0; i < resource_count; ++i)
      if (limits_launch(theirs, i)) ++limiters, last = i;
    if (limiters == 1) ++alone[last];
  }
};

void expect_well_spread(const SmLimits& limits, const Coverage& seen) {
  EXPECT_GE(2 * seen.launchable, seen.rows) << to_string(limits.capability);
  for (std::size_t i = 0; i < resource_count; ++i) {
    const auto resource = static_cast<Resource>(i);
    if (resource == Resource::barriers && limits.block_barriers == 0) continue;
    EXPECT_GE(20 * seen.alone[i], seen.rows)
        << to_string(limits.capability) << ": only " << seen.alone[i] << " of " << seen.rows
        << " launches are limited by " << name(resource) << " alone";
  }
}

int compare_capability(const SmLimits& limits) {
  const cudaOccDeviceProp device = header_device(limits);
  const BatchSm batch(limits);
  LaunchSampler sampler(limits, oracle_seed);
  Coverage seen;
  for (int i = 0; i < launches_per_capability; ++i) {
    const SampledLaunch row = sampler.next();
    const cudaOccResult theirs = ask_header(device, limits, row);
    seen.count(theirs);
    const bool agree = same(occupancy_of(limits, row.launch), theirs) &&
                       batch.blocks_per_sm(row.launch) == theirs.activeBlocksPerMultiprocessor;
    if (agree) continue;
    ADD_FAILURE() << to_string(limits.capability) << ' ' << to_text(row) << ": header "
                  << theirs.activeBlocksPerMultiprocessor << ", batch "
                  << batch.blocks_per_sm(row.launch);
    break;
  }
  expect_well_spread(limits, seen);
  return seen.rows;
}

TEST(HeaderOracle, AgreesOnTwoMillionLaunches) {
  int rows = 0;
  for (const SmLimits& limits : all_limits()) rows += compare_capability(limits);
  EXPECT_GE(rows, 2'000'000);
  RecordProperty("launches", rows);
}

// Every block size and register count of one kernel, on every capability: no sampling.
TEST(HeaderOracle, AgreesOnEveryBlockSizeAndRegisterCount) {
  for (const SmLimits& limits : all_limits()) {
    const cudaOccDeviceProp device = header_device(limits);
    for (int warps = 1; warps <= 32; ++warps)
      for (int registers = 0; registers <= limits.max_registers_per_thread; ++registers) {
        const SampledLaunch row{
            .launch = {.threads = 32 * warps, .registers_per_thread = registers}};
        ASSERT_TRUE(same(occupancy_of(limits, row.launch), ask_header(device, limits, row)))
            << to_string(limits.capability) << ' ' << to_text(row);
      }
  }
}

// Every byte count of shared memory, by units and one more, with every preference in steps of 5.
TEST(HeaderOracle, AgreesOnEverySharedMemorySize) {
  for (const SmLimits& limits : all_limits()) {
    const cudaOccDeviceProp device = header_device(limits);
    const int step = limits.capability.major < 7 ? 50 : 5;
    for (std::int64_t bytes = 0; bytes <= limits.max_shared_memory_per_block_opt_in + 1;
         bytes += 64)
      for (int percent = -step; percent <= 100; percent += step) {
        SampledLaunch row{.launch = {.threads = 64, .registers_per_thread = 32}};
        row.launch.dynamic_shared_memory = bytes + (percent / step == 1);
        prefer_carveout(row, limits, std::max(percent, no_preference));
        ASSERT_TRUE(same(occupancy_of(limits, row.launch), ask_header(device, limits, row)))
            << to_string(limits.capability) << ' ' << to_text(row);
      }
  }
}

// The header's block size of highest occupancy is the largest of ours.
TEST(HeaderOracle, BestBlockSizesContainTheHeadersChoice) {
  for (const SmLimits& limits : all_limits()) {
    const cudaOccDeviceProp device = header_device(limits);
    LaunchSampler sampler(limits, oracle_seed + 1);
    for (int i = 0; i < 500; ++i) {
      const SampledLaunch row = sampler.next();
      const cudaOccFuncAttributes kernel = header_kernel(row.launch);
      const cudaOccDeviceState state = header_state(limits, row.carveout_percent);
      int grid = 0, threads = 0;
      cudaOccMaxPotentialOccupancyBlockSize(
          &grid, &threads, &device, &kernel, &state,
          static_cast<std::size_t>(row.launch.dynamic_shared_memory));
      const auto best = best_block_sizes(limits, row.launch);
      EXPECT_EQ(best.empty() ? 0 : best.back().threads, threads)
          << to_string(limits.capability) << ' ' << to_text(row);
    }
  }
}

// Where the programming guide is followed instead of the header.
TEST(HeaderOracle, TheListedExceptionsAreExceptions) {
  int exceptions = 0;
  for (const SmLimits& limits : all_limits()) {
    const cudaOccDeviceProp device = header_device(limits);
    for (int registers = limits.max_registers_per_thread + 1; registers <= 300; ++registers) {
      const SampledLaunch row{.launch = {.threads = 32, .registers_per_thread = registers}};
      const bool header_runs = ask_header(device, limits, row).activeBlocksPerMultiprocessor > 0;
      const bool listed = limits.capability == ComputeCapability{3, 0} ? registers <= 255
                          : limits.capability.major >= 7               ? registers == 256
                                                                       : false;
      EXPECT_EQ(header_runs, listed) << to_string(limits.capability) << ' ' << to_text(row);
      EXPECT_EQ(find_faults(limits, row.launch).front().fault, Fault::registers_per_thread);
      exceptions += listed;
    }
  }
  EXPECT_EQ(exceptions, 192 + 13);  // 64..255 on 3.0; 256 on the 13 capabilities from 7.0
}

}  // namespace
}  // namespace gpumodel::test
