// What a launch asks of each part of a GPU: the input of the machine model, before any rate. Sums
// over the launch unless said otherwise. Everything here can be counted on a real GPU as well, so a
// wrong input can be told from a wrong equation.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "models/analysis/path/warp_path.hpp"
#include "models/analysis/traffic/cache_volumes.hpp"
#include "models/kernel/kernel.hpp"
#include "models/kernel/workload.hpp"

namespace gpumodel {

struct KernelAnalysis;

// Sectors that stores write a part of at places in no order, in `footprint` bytes.
struct ScatteredSectors {
  double lines = 0.0;  // that SMs send, each with a sector
  double more = 0.0;   // sectors beyond these
  double footprint = 0.0;
};

// Loads whose warps need L1 alike, `requests` of them.
struct LoadShape {
  int bytes = 4;  // per lane
  double lines = 1.0, wavefronts = 1.0;
  double tag_conflicts = 0.0;  // clocks more than consecutive lines take to be looked up
  double requests = 0.0;
  double awaited = 0.0;  // share, where lanes load less than a register: to sectors on their way
};

struct SharedAtomics {
  std::string_view scalar;
  double words = 0.0;     // that all threads share
  double requests = 0.0;  // of warps
};

struct GlobalAtomics {
  std::string_view scalar;
  double words = 0.0;     // that all threads share
  double sectors = 0.0;   // operations on a sector: lanes on one word go one after the other
  double repeats = 0.0;   // of these, operations on a word that a lane of the warp was just at
  double requests = 0.0;  // of warps
  double bytes = 0.0;     // that the words take
  double on_one = 0.0;    // operations of lanes on the word that most of them meet
  std::size_t array = 0;  // of the kernel's
  double at_once = 1.0;   // words of a sector that an operation adds to
};

// Blocks that do about the same.
struct KindOfBlocks {
  WarpPath path;
  double blocks = 0.0, executed = 0.0;  // how many, and how much each does
};

struct MachineDemand {
  double blocks = 1.0, threads = 1.0;  // of a block
  double working = 1.0;                // blocks that have something to do
  double resident = 1.0;               // blocks per SM, at most
  bool cold = true;                    // L2 holds other data at the start
  bool openacc = false;                // launched by the runtime of an OpenACC compiler

  // Warp instructions; those of the pipes are part of `instructions`.
  double instructions = 0.0;
  double around_arithmetic = 0.0;                    // all but arithmetic
  std::array<double, pipe_count> floating{};         // by Pipe; fp32 with integer multiply-adds
  std::array<double, pipe_count> three_registers{};  // of these, multiply-adds that read so many
  double no_registers = 0.0;                         // that read none: jumps, uniform datapath
  // Issue slots that divisions, roots and functions of FP64 leave empty: as many as their measured
  // rates say beyond what the units they use need. (Those of FP32 leave next to none.)
  double held_slots = 0.0;
  double special = 0.0, integer = 0.0;
  double additions = 0.0;  // of the integer ones
  double tensor_flop = 0.0;

  // What L1's data path has to pass: loads of global memory, and beside them wavefronts of shared
  // memory, stores and atomics, a cycle of an SM each.
  std::vector<LoadShape> loads;
  double wavefronts = 0.0;
  double early_stores = 0.0;  // requests to lines that are still on their way from DRAM
  // Of constant memory, where lanes load different words: these, and lines that its cache has not.
  double constant_words = 0.0;
  double constant_lines = 0.0, constant_lines_in_turn = 0.0;  // at places that data decide or not
  std::vector<SharedAtomics> shared_atomics;

  double l2_read_bytes = 0.0, l2_write_bytes = 0.0;  // of sectors
  double load_lines = 0.0, store_lines = 0.0;        // of 128 B, of each request
  double partial_lines = 0.0;                        // of these, written in part
  // What stores send to L2 from the SMs: whole sectors, and lines of which they have a part.
  double sent_sectors = 0.0, sent_parts = 0.0;
  std::vector<ScatteredSectors> scattered_stores;
  std::vector<GlobalAtomics> atomics;
  double dram_read_bytes = 0.0, dram_write_bytes = 0.0;
  // What DRAM could write in the time that it takes to put together sectors which two warps write a
  // part of each.
  double cut_bytes = 0.0;
  double beside_written_bytes = 0.0;  // of lines of which one sector is written
  double random_read_bytes = 0.0;     // of dram_read_bytes, at random places
  double random_footprint = 0.0;      // in so many bytes

  WarpPath path;         // of a warp
  double l1_miss = 1.0;  // share of the sectors that loads look up
  double l2_miss = 1.0;  // of the sectors that L2 is asked for
  // Shares of the sectors that loads look up which a warp waits for though another has asked for
  // them, beyond L1 and from DRAM: see CacheVolumes. `path.fresh_phases` are the waits in which it
  // does, as far as L1 does not hold the data for another's sake.
  double awaited = 0.0, awaited_dram = 0.0;
  double waits_in_memory = 1.0;  // of the waits for DRAM: L2 has the others from the host
  double met = 0.0;              // of those from DRAM: see CacheVolumes::met_sectors
  double missed_again = 0.0;     // of the same, that L1 has lost when their warp comes back
  double lost_by_l2 = 0.0;       // and L2, too
  double awaited_lines = 0.0;    // of a block, on their way from DRAM: see CacheVolumes
  double lone_lines = 0.0;       // share of these
  double late_dram = 0.0;        // of the waits for something new: see LateLanes::past_l2
  bool stores = true;

  double sample_error = 0.0;    // of what blocks execute, where some stand for others
  bool rounds_sampled = false;  // of a loop: some stand for others
  bool unjudged = false;        // has parts that no measured kernels have (judged_parts.hpp)
  // Where blocks are of very unlike length (LaunchTraffic::kinds).
  std::vector<KindOfBlocks> kinds;
  std::vector<std::uint16_t> last_blocks;

  double warps_per_block() const;
};

// From the access analysis. Throws UnknownInput.
MachineDemand machine_demand(const Kernel& kernel, const KernelAnalysis& analysis, CacheStart start,
                             const Gpu& gpu);
// Of a kernel that states counts only: accesses are taken to be coalesced and met once, threads to
// make all their loads at once, blocks to have 256 threads where no launch is stated.
MachineDemand machine_demand(const Workload& work, CacheStart start, const Gpu& gpu);

}  // namespace gpumodel
