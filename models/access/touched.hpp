// The distinct pieces of memory that accesses touch.
#pragma once

#include <span>

#include "models/access/pieces.hpp"

namespace gpumodel {

struct Touched {
  int bytes = 0;    // distinct bytes
  int sectors = 0;  // of 32 B
  int atoms = 0;    // of 64 B: what DRAM delivers where MemoryRules says so
  int lines = 0;    // of 128 B
  int partial = 0;  // of the sectors, those of which some bytes are not touched
  bool operator==(const Touched&) const = default;
};

// Neighbouring sectors, numbered by address / 32.
struct SectorRange {
  std::int64_t first = 0, end = 0;
  std::int64_t count() const { return end - first; }
  bool operator==(const SectorRange&) const = default;
};

// Exact, by enumeration of the lanes: n = |{ floor((A + k) / G) : 0 <= k < bytes }| for each piece
// size G (equations 2.2). An element that straddles a boundary touches both sides.
Touched touched_by(const WarpLanes& lanes);

// The same where the pieces are at hand.
Touched touched_by(const Pieces& pieces);

// Of the union of several accesses: what is touched twice counts once.
Touched touched_by(std::span<const WarpLanes> accesses);

}  // namespace gpumodel
