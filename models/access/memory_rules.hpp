// How an SM of each generation turns the addresses of a warp into traffic.
//
// Sources: CPG = CUDA C programming guide (5.x to 7.x sections on global and shared memory), OCC
// and the columns of the capability table where it has them; W = device tables of the public
// warpspeed project; T = timed on an H200, tests/data/warp_cycles.csv. Rows marked "recalled" in
// `note` could not be read again and are background knowledge.
#pragma once

#include <optional>
#include <string_view>

#include "models/hardware/compute_capability.hpp"

namespace gpumodel {

// Which way a global load takes. `usual` is what the compiler emits for a plain load, `read_only`
// is __ldg or const __restrict__, `l1` is a load that was opted in to L1 (-Xptxas -dlcm=ca).
enum class LoadPath { usual, read_only, l1 };

struct MemoryRules {
  ComputeCapability first;  // of the capabilities it holds for, up to the next row
  // Unit of transfer from L2 for a miss, per path: 32 B sectors, or whole 128 B lines.
  int fetch_bytes_usual = 32;
  int fetch_bytes_read_only = 32;
  int fetch_bytes_l1 = 32;
  bool usual_in_l1 = true;  // plain global loads may hit L1
  // Unit of transfer from DRAM. 64 B is documented by W for V100, A100, H200 and L40S and counted
  // on an H200 (stride 16 floats: twice the DRAM bytes of stride 8 at the same sectors).
  std::optional<int> dram_load_bytes;
  std::optional<int> dram_store_bytes;
  // 32 banks; each gives 4 B per clock, on Kepler 8 B (two words 32 apart of an aligned 64).
  int words_per_bank = 1;
  // Cache lines that L1 looks up per clock; absent: never measured. 4 on an H200 (T, for up to 32
  // consecutive lines; scattered ones take up to 10.4 clocks for 32). Fits of public stride tables
  // have the same slope, 0.25 to 0.27 clocks per line, for H200, A100 and A40.
  std::optional<int> lines_per_clock;
  // Between L1 and L2, reads of a sector by several SMs at about the same time become one. The part
  // of reads that this saves where all SMs read the same in step, by what L1 asks for against what
  // L2 is asked for.
  double merged_reads = 0.0;
  std::string_view note;

  constexpr int fetch_bytes(LoadPath path) const {
    return path == LoadPath::usual ? fetch_bytes_usual
           : path == LoadPath::l1  ? fetch_bytes_l1
                                   : fetch_bytes_read_only;
  }
};

inline constexpr int sector_bytes = 32;
inline constexpr int line_bytes = 128;
inline constexpr int bank_count = 32;
inline constexpr int word_bytes = 4;  // of a bank

// The rules of a capability, or nullptr for one older than 3.0. Capabilities newer than the table
// get the newest row.
const MemoryRules* find_memory_rules(ComputeCapability capability);

}  // namespace gpumodel
