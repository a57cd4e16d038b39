// What a whole launch asks of memory: sums over all blocks, and how soon sectors are used again.
//
// Nothing here depends on the size of a cache; cache_volumes.hpp turns it into bytes per level.
// Bounds: at most `most_blocks` blocks are run and kept, with footprints of at most 16,384 ranges
// per access, whatever the grid; footprints of the same shape are kept once, and the rounds and
// accesses that are looked at are bounded by the work that is allowed (work_limit.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/analysis/traffic/block_reuse.hpp"
#include "models/analysis/traffic/block_traffic.hpp"

namespace gpumodel {

inline constexpr std::size_t most_blocks = 1024;

// Where a block comes to, from the first place to the last.
struct Stretch {
  double block = 0.0;            // its place in the order of the launch
  double low = 0.0, high = 0.0;  // bytes
};

// Accesses to one array whose addresses move alike from block to block.
struct StreamTraffic {
  std::size_t array = 0;  // of the kernel
  bool stores = false;
  bool atomics = false;
  // Addresses depend on data or not linearly on the block: `strides` mean nothing, and sectors are
  // taken to lie evenly in `range_bytes`, those used at about the same time in `spread_bytes`.
  bool irregular = false;
  BlockStrides strides{};
  double range_bytes = 0.0, spread_bytes = 0.0;
  bool random = false;
  bool by_data = false;  // addresses depend on what stands in arrays; so do all that are random
  bool gathers = false;  // rounds of a loop come to places that have no order
  double block_sectors = 0.0;  // distinct sectors per block, summed over blocks
  double block_atoms = 0.0;    // distinct pieces of 64 B, likewise
  double block_lines = 0.0;    // distinct lines of 128 B, likewise
  double piece_bytes = 0.0;    // what a block touches in a row, at most
  BlockReuse sectors;          // by sector
  BlockReuse atoms;            // by 64 B piece, counted in sectors
  // Of blocks that were looked at, in their order, where numbers that stand in an array and are not
  // drawn say where they come to.
  std::vector<Stretch> stretches;

  // Stores or atomics at places that data decide, and that have no order. What a thread's own
  // number decides has one, if not a linear one: its neighbours write nearby.
  bool is_scattered() const { return stores && irregular && by_data; }
  // From the first place to the last of so many blocks one behind the other, a mean; `range_bytes`
  // where those that were looked at lie closer together.
  double bytes_of(double blocks) const;
};

// Blocks of a launch that do about the same.
struct BlockKind {
  WarpCourse course;      // of a block's longest warp
  double blocks = 0.0;    // of this kind
  double executed = 0.0;  // accesses and operations of the warps of a block
};

// What is not exact, in words, and the access, loop or condition that it is due to: of several the
// first, nowhere where the kernel says nothing of it.
struct Approximation {
  std::string message;
  std::string file{};
  int line = 0;
};

struct LaunchTraffic {
  double blocks = 0.0, warps = 0.0;
  // Blocks that access memory or compute. Where a grid has more blocks than there are shares of the
  // work, the others end as soon as they have started.
  double working = 0.0;
  // Of a warp, a mean over a few blocks spread evenly over those that work: the ends of a grid,
  // that do less, hold up nobody.
  WarpCourse course;
  // Where some of these blocks are much longer than others: what they do, and which of them start
  // last, in their order (all, but for very large grids). Empty where they are alike.
  std::vector<BlockKind> kinds;
  std::vector<std::uint16_t> last_blocks;  // by index into `kinds`
  std::vector<AccessSums> accesses;        // by access of the program, summed over the launch
  std::vector<ArrayTraffic> arrays;        // by array of the kernel
  std::vector<StreamTraffic> streams;
  ExecutionSums execution;
  double spill_load_bytes = 0.0, spill_store_bytes = 0.0;
  double early_stores = 0.0;        // requests: see PreparedAccess::early
  double local_bytes = 0.0;         // of a thread, that hold spilled values
  std::vector<double> array_bytes;  // by array
  std::vector<LoadPath> array_paths;
  std::int64_t shared_bytes = 0;  // of the shared arrays of a block
  std::size_t blocks_run = 0;
  double work_done = 0.0;  // of what work_limit.hpp allows
  // Of what blocks execute, where some were looked at for others: a standard error over the whole.
  double sample_error = 0.0;
  bool rounds_sampled = false;  // of a loop, for the others
  bool knows_paired = false;    // what accesses need where banks give two words

  std::vector<Approximation> approximations;

  // At places that data decide, and that have no order.
  bool is_loaded_by_data(std::size_t array) const;

  // Makes it what it is on devices of which nobody has measured how many lines L1 looks up per
  // clock, with the same banks or `paired` ones.
  void leave_out_lookups(bool paired);
};

// Throws ThreadFault (an access out of bounds, ...) and FormulaError. `paired`: for banks that give
// two words, too.
LaunchTraffic launch_traffic(const PreparedProgram& program, const MemoryRules& rules,
                             bool paired = false);

}  // namespace gpumodel
