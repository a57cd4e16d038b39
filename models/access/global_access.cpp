#include "models/access/global_access.hpp"

#include <algorithm>

namespace gpumodel {

GlobalAccess global_access(const WarpLanes& lanes, const MemoryRules& rules) {
  return global_access(lanes, rules, Pieces(lanes));
}

GlobalAccess global_access(const WarpLanes& lanes, const MemoryRules& rules, const Pieces& pieces) {
  GlobalAccess access{.active_lanes = lanes.active_lanes(),
                      .requested_bytes = lanes.active_lanes() * lanes.bytes,
                      .touched = touched_by(pieces),
                      .banks = bank_conflicts(lanes, rules, DataPath::global, pieces),
                      .wavefronts = {}};
  if (rules.lines_per_clock) {
    const int lookups =
        (access.touched.lines + *rules.lines_per_clock - 1) / *rules.lines_per_clock;
    access.wavefronts = std::max(access.banks.wavefronts, lookups);
    if (access.touched.lines > 1) {
      const double passes = tag_passes(pieces, *rules.lines_per_clock);
      access.tag_conflicts = std::max(0.0, passes - lookups);
    }
  }
  return access;
}

}  // namespace gpumodel
