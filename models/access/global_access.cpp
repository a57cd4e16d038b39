#include "models/access/global_access.hpp"

#include <algorithm>

namespace gpumodel {
namespace {

// Clocks, where lines lie side by side.
int fewest_lookups(const GlobalAccess& access, const MemoryRules& rules) {
  return (access.touched.lines + *rules.lines_per_clock - 1) / *rules.lines_per_clock;
}

}  // namespace

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
    access.wavefronts = std::max(access.banks.wavefronts, fewest_lookups(access, rules));
  }
  look_up_tags(rules, pieces, lookups, access);
  return access;
}

void look_up_tags(const MemoryRules& rules, const Pieces& pieces, TagLookups* lookups,
                  GlobalAccess& access) {
  access.tag_conflicts = 0.0;
  if (!rules.lines_per_clock || access.touched.lines <= 1) return;
  const int per_clock = *rules.lines_per_clock;
  const LinesTouched lines(pieces);
  const double passes =
      lookups != nullptr ? lookups->passes(lines, per_clock) : tag_passes(lines, per_clock);
  access.tag_conflicts = std::max(0.0, passes - fewest_lookups(access, rules));
}

}  // namespace gpumodel
