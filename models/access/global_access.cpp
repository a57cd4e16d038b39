#include "models/access/global_access.hpp"

#include <algorithm>

namespace gpumodel {

GlobalAccess global_access(const WarpLanes& lanes, const MemoryRules& rules) {
  return global_access(lanes, rules, Pieces(lanes));
}

GlobalAccess global_access(const WarpLanes& lanes, const MemoryRules& rules, const Pieces& pieces,
                           TagLookups* lookups) {
  GlobalAccess access{.active_lanes = lanes.active_lanes(),
                      .requested_bytes = lanes.active_lanes() * lanes.bytes,
                      .touched = touched_by(pieces),
                      .banks = bank_conflicts(lanes, rules, DataPath::global, pieces),
                      .wavefronts = {}};
  if (rules.lines_per_clock) {
    const int per_clock = *rules.lines_per_clock;
    const int fewest = (access.touched.lines + per_clock - 1) / per_clock;
    access.wavefronts = std::max(access.banks.wavefronts, fewest);
    if (access.touched.lines > 1) {
      const LinesTouched lines(pieces);
      const double passes =
          lookups != nullptr ? lookups->passes(lines, per_clock) : tag_passes(lines, per_clock);
      access.tag_conflicts = std::max(0.0, passes - fewest);
    }
  }
  return access;
}

}  // namespace gpumodel
