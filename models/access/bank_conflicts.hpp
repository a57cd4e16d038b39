// Banks: 32 of 4 B, each gives one word per clock to any number of lanes.
#pragma once

#include "models/access/memory_rules.hpp"
#include "models/access/pieces.hpp"

namespace gpumodel {

struct BankConflicts {
  int degree = 0;      // most distinct words of one bank in one pass; 0: no active lane
  int wavefronts = 0;  // clocks of the data path
  int passes = 0;      // wavefronts were there no conflict
  bool operator==(const BankConflicts&) const = default;
};

// Shared memory and L1 are one memory with one data path, but only shared accesses merge passes.
enum class DataPath { shared, global };

// Up to 4 B per lane the warp is one pass; 8 B are two passes (halves of the warp), 16 B four
// (quarters). Passes of a shared access merge in pairs where every lane i has the address of lane
// i^1, or every one that of lane i^2 (inactive lanes agree with all). Wavefronts are the sum of the
// degrees of the passes, and at least one per pass (equations 2.10, with the merging added).
//
// Timed on an H200 (tests/data/warp_cycles.csv): every pattern of shared accesses within 3 %. Other
// generations are assumed alike; for Kepler see MemoryRules::words_per_bank. Stores and atomics
// were not timed.
BankConflicts bank_conflicts(const WarpLanes& lanes, const MemoryRules& rules, DataPath path);
// The same where what the active lanes touch is at hand.
BankConflicts bank_conflicts(const WarpLanes& lanes, const MemoryRules& rules, DataPath path,
                             const Pieces& pieces);

}  // namespace gpumodel
