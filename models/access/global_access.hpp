// A global load or store of one warp: what it touches, moves and costs in L1.
#pragma once

#include <cstdint>
#include <optional>

#include "models/access/bank_conflicts.hpp"
#include "models/access/tag_lookups.hpp"
#include "models/access/touched.hpp"

namespace gpumodel {

struct GlobalAccess {
  int active_lanes = 0;
  int requested_bytes = 0;  // active lanes times element: what the program asks for
  Touched touched;
  BankConflicts banks;
  // Clocks of the L1 data path, max(banks, lines looked up); where lookups were never measured
  // (before 7.0) nothing. Equations 1.19 and 2.3.
  std::optional<int> wavefronts;
  // Clocks more than as many consecutive lines take to be looked up, see tag_lookups.hpp.
  double tag_conflicts = 0.0;
};

// Exact, by enumeration of the lanes; no allocation.
GlobalAccess global_access(const WarpLanes& lanes, const MemoryRules& rules);
// The same where what the active lanes touch is at hand; of many requests, with what is remembered
// of earlier ones.
GlobalAccess global_access(const WarpLanes& lanes, const MemoryRules& rules, const Pieces& pieces,
                           TagLookups* lookups = nullptr);

// The part of it that hangs on where the lines are, and not only on how they lie to one another.
void look_up_tags(const MemoryRules& rules, const Pieces& pieces, TagLookups* lookups,
                  GlobalAccess& access);

// Bytes moved in pieces of 32 and of 128 B, and the part of them that is used: distinct bytes
// touched over bytes moved, 0 to 1 (0 where nothing is touched). Where no two lanes touch the same
// byte this is requested bytes over bytes moved, the bus utilisation of equations 2.2.
constexpr int moved_sector_bytes(const Touched& t) {
  return t.sectors * sector_bytes;
}
constexpr int moved_line_bytes(const Touched& t) {
  return t.lines * line_bytes;
}
constexpr double sector_utilisation(const Touched& t) {
  return t.sectors == 0 ? 0.0 : double(t.bytes) / moved_sector_bytes(t);
}
constexpr double line_utilisation(const Touched& t) {
  return t.lines == 0 ? 0.0 : double(t.bytes) / moved_line_bytes(t);
}

// Bytes DRAM moves where nothing is cached, in atoms of 32 or 64 B; nothing where the size is
// unknown.
constexpr std::optional<int> dram_bytes(const Touched& t, std::optional<int> atom_bytes) {
  if (!atom_bytes) return std::nullopt;
  return *atom_bytes == sector_bytes ? moved_sector_bytes(t) : t.atoms * *atom_bytes;
}

// Bytes a load that misses L1 moves from L2: sectors, or whole lines where the path fetches lines.
// Stores always move sectors.
constexpr int fetched_bytes(const Touched& t, const MemoryRules& rules, LoadPath path) {
  return rules.fetch_bytes(path) == line_bytes ? moved_line_bytes(t) : moved_sector_bytes(t);
}

}  // namespace gpumodel
