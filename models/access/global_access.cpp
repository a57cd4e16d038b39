#include "models/access/global_access.hpp"

#include <algorithm>
#include <array>

namespace gpumodel {

GlobalAccess global_access(const WarpLanes& lanes, const MemoryRules& rules) {
  std::array<std::int64_t, lanes_per_warp> storage;
  return global_access(lanes, rules, sorted_addresses(lanes, storage));
}

GlobalAccess global_access(const WarpLanes& lanes, const MemoryRules& rules,
                           std::span<const std::int64_t> addresses) {
  GlobalAccess access{.active_lanes = lanes.active_lanes(),
                      .requested_bytes = lanes.active_lanes() * lanes.bytes,
                      .touched = touched_by(addresses, lanes.bytes),
                      .banks = bank_conflicts(lanes, rules, DataPath::global, addresses),
                      .wavefronts = {}};
  if (rules.lines_per_clock) {
    const int lookups =
        (access.touched.lines + *rules.lines_per_clock - 1) / *rules.lines_per_clock;
    access.wavefronts = std::max(access.banks.wavefronts, lookups);
    if (access.touched.lines > 1) {
      const double passes = tag_passes(addresses, lanes.bytes, *rules.lines_per_clock);
      access.tag_conflicts = std::max(0.0, passes - lookups);
    }
  }
  return access;
}

}  // namespace gpumodel
