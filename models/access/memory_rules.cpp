#include "models/access/memory_rules.hpp"

#include <array>

#include "models/core/constants.hpp"

namespace gpumodel {
namespace {

constexpr std::array<MemoryRules, 5> table = {{
    {.first = {3, 0},
     .fetch_bytes_l1 = 128,
     .usual_in_l1 = false,
     .dram_load_bytes = {},
     .dram_store_bytes = {},
     .words_per_bank = 2,
     .lines_per_clock = {},
     .note = "Kepler: plain global loads bypass L1 and move 32 B (CPG11); opted in to L1 (3.5, "
             "3.7) they fetch 128 B lines (CPG11); the read-only path fetches 32 B (recalled); "
             "8 B per bank and clock in the 4-byte mode (recalled)"},
    {.first = {5, 0},
     .dram_load_bytes = {},
     .dram_store_bytes = {},
     .lines_per_clock = {},
     .note = "Maxwell and Pascal: 32 B sectors through the unified L1/texture cache (recalled; the "
             "6.1 row of the capability table has 128 B lines of 32 B sectors)"},
    {.first = {7, 0},
     .dram_load_bytes = 64,
     .dram_store_bytes = 32,
     .lines_per_clock = 4,
     .note = "Volta and later: 128 B lines of four 32 B sectors, misses fetch sectors"},
    // W has 32 B for A40 and L40, 64 B for L40S: the memory, not the capability, decides.
    {.first = {8, 6},
     .dram_load_bytes = 64,
     .dram_store_bytes = 32,
     .lines_per_clock = 4,
     .note = "as 7.0; DRAM loads are 32 B on A40 and L40 (W)"},
    {.first = {9, 0},
     .dram_load_bytes = 64,
     .dram_store_bytes = 32,
     .lines_per_clock = 4,
     .merged_reads = constants::merged_reads.value,
     .note = "as 7.0; reads of several SMs merge on their way to L2"},
}};

}  // namespace

const MemoryRules* find_memory_rules(ComputeCapability capability) {
  const MemoryRules* found = nullptr;
  for (const MemoryRules& rules : table) {
    if (rules.first <= capability) found = &rules;
  }
  return found;
}

}  // namespace gpumodel
