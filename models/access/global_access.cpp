#include "models/access/global_access.hpp"

#include <algorithm>

namespace gpumodel {

GlobalAccess global_access(const WarpLanes& lanes, const MemoryRules& rules) {
  GlobalAccess access{.active_lanes = lanes.active_lanes(),
                      .requested_bytes = lanes.active_lanes() * lanes.bytes,
                      .touched = touched_by(lanes),
                      .banks = bank_conflicts(lanes, rules, DataPath::global),
                      .wavefronts = {}};
  if (rules.lines_per_clock) {
    const int lookups =
        (access.touched.lines + *rules.lines_per_clock - 1) / *rules.lines_per_clock;
    access.wavefronts = std::max(access.banks.wavefronts, lookups);
  }
  return access;
}

}  // namespace gpumodel
