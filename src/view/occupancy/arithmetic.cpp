// The arithmetic of one launch line by line, in the order of the exercise sheet.
#include <fmt/format.h>

#include <algorithm>

#include "models/occupancy/rules.hpp"
#include "src/io/text/format.hpp"
#include "src/view/occupancy/page.hpp"

namespace gpumodel {
namespace {

std::string blocks_text(int blocks) {
  return counted(static_cast<std::size_t>(blocks), "block");
}

// What a limit alone would allow, in threads as on the sheet; in warps where the last is partial.
std::string occupancy_of_limit(const LaunchResources& launch, const SmLimits& limits,
                               const Occupancy& o, int blocks) {
  const double fraction = static_cast<double>(blocks) * o.warps_per_block / limits.max_warps;
  const bool whole = o.idle_lanes_per_block == 0;
  const char* unit = whole ? "threads" : "warps";
  return fmt::format(
      "{} x {} {} / {} {} = {}{}", blocks_text(blocks), whole ? launch.threads : o.warps_per_block,
      unit, whole ? limits.max_warps * limits.warp_size : limits.max_warps, unit,
      format_tenths(std::min(fraction, 1.0)), fraction > 1.0 ? " (no more than all)" : "");
}

void warps(std::vector<std::string>& lines, const LaunchResources& launch, const SmLimits& limits,
           const Occupancy& o) {
  lines.emplace_back("warps (block size)");
  lines.push_back(fmt::format("  {} threads per block <= {}: ok", launch.threads,
                              limits.max_threads_per_block));
  lines.push_back(fmt::format("  {} threads / {} = {} warps per block", launch.threads,
                              limits.warp_size, o.warps_per_block));
  if (o.idle_lanes_per_block > 0) {
    lines.push_back(fmt::format("  the last warp is partial: {} lanes of the block idle",
                                o.idle_lanes_per_block));
  }
  const int blocks = o.use(Resource::warps).max_blocks;
  lines.push_back(fmt::format("  {} warps per SM / {} = {} per SM", limits.max_warps,
                              o.warps_per_block, blocks_text(blocks)));
  lines.push_back("  occupancy: " + occupancy_of_limit(launch, limits, o, blocks));
}

void block_slots(std::vector<std::string>& lines, const LaunchResources& launch,
                 const SmLimits& limits, const Occupancy& o) {
  lines.emplace_back("block slots");
  lines.push_back(fmt::format("  at most {} blocks per SM", limits.max_blocks));
  lines.push_back("  occupancy: " + occupancy_of_limit(launch, limits, o, limits.max_blocks));
}

void shared_memory(std::vector<std::string>& lines, const LaunchResources& launch,
                   const SmLimits& limits, const Occupancy& o) {
  const ResourceUse& use = o.use(Resource::shared_memory);
  const std::int64_t asked = launch.static_shared_memory + launch.dynamic_shared_memory;
  lines.emplace_back("shared memory");
  lines.push_back(fmt::format("  {} per block <= {}: ok", format_shared(asked),
                              format_shared(limits.max_shared_memory_per_block_opt_in)));
  if (o.shared_memory_per_block != asked) {
    lines.push_back(
        fmt::format("  allocated: ({} + {} reserved) rounded up to {} B = {}", format_shared(asked),
                    format_shared(limits.reserved_shared_memory_per_block),
                    limits.shared_memory_unit, format_shared(o.shared_memory_per_block)));
  }
  if (!use.limited()) {
    lines.emplace_back("  none is used: no limit");
    return;
  }
  lines.push_back(fmt::format("  {} per SM / {} per block = {} per SM", format_shared(o.carveout),
                              format_shared(o.shared_memory_per_block),
                              blocks_text(use.max_blocks)));
  lines.push_back("  occupancy: " + occupancy_of_limit(launch, limits, o, use.max_blocks));
}

void registers(std::vector<std::string>& lines, const OccupancyPoint& point,
               const LaunchResources& launch, const SmLimits& limits, const Occupancy& o) {
  const ResourceUse& use = o.use(Resource::registers);
  lines.emplace_back("registers");
  if (!use.limited()) {
    lines.emplace_back("  none are used: no limit");
    return;
  }
  if (point.asked.registers_per_block && !point.asked.registers_per_thread) {
    lines.push_back(fmt::format("  {} per block / {} threads = {} per thread",
                                *point.asked.registers_per_block, launch.threads,
                                launch.registers_per_thread));
  }
  lines.push_back(fmt::format("  {} per thread <= {}: ok", launch.registers_per_thread,
                              limits.max_registers_per_thread));
  lines.push_back(fmt::format("  {} per thread x {} lanes, rounded up to {} = {} per warp",
                              launch.registers_per_thread, limits.warp_size, limits.register_unit,
                              o.registers_per_warp));
  lines.push_back(fmt::format("  {} per warp x {} warps = {} per block", o.registers_per_warp,
                              o.warps_per_block, use.per_block));
  lines.push_back(fmt::format(
      "  with as many warps in each sub-partition: {} <= {}: ok",
      rules::checked_registers_per_block(limits, launch.registers_per_thread, o.warps_per_block),
      limits.max_registers_per_block));
  const int warps = rules::warps_by_registers(limits, launch.registers_per_thread);
  lines.push_back(fmt::format("  {} / {} sub-partitions / {} per warp = {} warps each, {} per SM",
                              limits.registers, limits.subpartitions, o.registers_per_warp,
                              warps / limits.subpartitions, warps));
  lines.push_back(fmt::format("  {} warps / {} warps per block = {} per SM", warps,
                              o.warps_per_block, blocks_text(use.max_blocks)));
  lines.push_back("  occupancy: " + occupancy_of_limit(launch, limits, o, use.max_blocks));
}

void barriers(std::vector<std::string>& lines, const LaunchResources& launch, const Occupancy& o) {
  const ResourceUse& use = o.use(Resource::barriers);
  if (!use.limited()) return;
  lines.emplace_back("barriers");
  lines.push_back(fmt::format("  {} per SM / {} per block = {} per SM", use.capacity,
                              launch.barriers, blocks_text(use.max_blocks)));
}

}  // namespace

Preformatted occupancy_arithmetic(const OccupancyPoint& point, const Occupancy& o) {
  const LaunchResources launch = full_launch(point.asked);
  const SmLimits& limits = *point.limits;
  Preformatted block;
  warps(block.lines, launch, limits, o);
  block_slots(block.lines, launch, limits, o);
  shared_memory(block.lines, launch, limits, o);
  registers(block.lines, point, launch, limits, o);
  barriers(block.lines, launch, o);
  block.lines.push_back(fmt::format("together: the least, {} per SM, limited by {}",
                                    blocks_text(o.blocks_per_sm), limiter_text(o.limiters())));
  block.lines.push_back("  occupancy: " + occupancy_of_limit(launch, limits, o, o.blocks_per_sm));
  return block;
}

}  // namespace gpumodel
