// A shared-memory access of one warp, and the padding that avoids its bank conflicts.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>

#include "models/access/bank_conflicts.hpp"

namespace gpumodel {

struct SharedAccess {
  int active_lanes = 0;
  int requested_bytes = 0;
  BankConflicts banks;
};

inline SharedAccess shared_access(const WarpLanes& lanes, const MemoryRules& rules) {
  return {lanes.active_lanes(), lanes.active_lanes() * lanes.bytes,
          bank_conflicts(lanes, rules, DataPath::shared)};
}

// Elements to add to each row of an array, and what the accesses cost then.
struct Padding {
  std::int64_t elements = 0;
  int wavefronts_before = 0;
  int wavefronts = 0;

  bool helps() const { return wavefronts < wavefronts_before; }
};

// The smallest padding up to `most` elements with the fewest wavefronts. `wavefronts_with(p)` is
// the sum over all accesses with p elements added to each row: every candidate is evaluated, no
// rule about odd pitches is relied on. The banks repeat every 128 B, so 32 elements of 4 B or more
// try every pitch. Candidates end where `wavefronts_with` gives nothing: the padded array has no
// addresses.
template <std::invocable<std::int64_t> Evaluate>
Padding find_padding(Evaluate wavefronts_with, std::int64_t most = 32) {
  const int before = std::optional<int>(wavefronts_with(std::int64_t{0})).value_or(0);
  Padding best{0, before, before};
  for (std::int64_t elements = 1; elements <= most; ++elements) {
    const std::optional<int> wavefronts = wavefronts_with(elements);
    if (!wavefronts) break;
    if (*wavefronts < best.wavefronts) {
      best.elements = elements;
      best.wavefronts = *wavefronts;
    }
  }
  return best;
}

}  // namespace gpumodel
