// What one block asks of memory and of the pipes, summed over its warps and loops.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "models/access/requests.hpp"
#include "models/analysis/path/warp_course.hpp"
#include "models/analysis/traffic/reuse_histogram.hpp"
#include "models/analysis/traffic/sector_set.hpp"
#include "models/analysis/traffic/stack_distance.hpp"
#include "models/kernel/thread/block_runner.hpp"

namespace gpumodel {

// Of one access, summed over warp instructions ("requests" of the hardware counters).
struct AccessSums {
  double requests = 0.0;
  double active_lanes = 0.0;
  double requested_bytes = 0.0;  // active lanes times bytes
  double used_bytes = 0.0;       // distinct bytes of each request
  // Distinct ones of each request; lines of constant memory are constants::line_of_constants long.
  double sectors = 0.0, lines = 0.0, atoms = 0.0;
  double partial = 0.0;  // of the sectors, those of which a request has not every byte
  // Clocks of the L1 data path: what the banks need and, of atomics, lanes on one address. What
  // passes through it without an access is apart: InstructionMix::passing().
  double wavefronts = 0.0;
  double bank_wavefronts = 0.0;  // what they are where lookups of lines were never measured
  double passes = 0.0;           // wavefronts were there no bank conflict
  // The same two where banks give two words, if it was asked for.
  double paired_wavefronts = 0.0, paired_passes = 0.0;
  double tag_conflicts = 0.0;  // clocks more than consecutive lines take to be looked up
  // Of atomics: most lanes on one address, and distinct addresses, summed over requests.
  double deepest_conflict = 0.0, addresses = 0.0;
  // Sectors that atomics send to L2: lanes on one address go one after the other, those of a sector
  // together (counted on an H200: 32 for a warp on one address).
  double atomic_sectors = 0.0;

  void add(const AccessSums& other, double times);
};

// Warp instructions and operations of threads, per kind of operation.
struct OperationSums {
  double warp_instructions = 0.0;
  double thread_operations = 0.0;
  double three_registers = 0.0;  // warp instructions that read so many
};

struct ExecutionSums {
  std::array<std::map<Operation, OperationSums>, 3> floating;  // fp64, fp32, fp16
  std::map<Operation, OperationSums> other;
  double loads_stores = 0.0;  // warp instructions that access memory, spills included
  double barriers = 0.0;      // warp instructions
  double branches = 0.0, divergent_branches = 0.0;
  std::vector<double> reached;  // warps, by site of the program (see PreparedLoop)

  void add(const ExecutionSums& other, double times);
};

// Loads of one array that look for their sectors in L1.
struct LoadReuse {
  double sectors = 0.0;        // looked up, over all requests
  double lone = 0.0;           // of them, those whose neighbour in 64 B the request does not want
  double first_uses = 0.0;     // distinct sectors of the block
  double first_in_warp = 0.0;  // distinct sectors of each of its warps, summed
  ReuseHistogram distances;    // used again, by the lines of the block touched in between
  // Those of them with new lines in between: a block waits for these, and others go on.
  ReuseHistogram after_new;

  // Of sectors that miss a cache as large a part is without its neighbour as of all.
  double lone_part() const { return sectors > 0.0 ? std::min(1.0, lone / sectors) : 0.0; }
};

struct Requested {
  double requests = 0.0, lines = 0.0;  // lines summed over requests
  // That a warp is at, at a time.
  double lines_at_once() const { return requests > 0.0 ? lines / requests : 0.0; }
  void add(const Requested& other, double times) {
    requests += times * other.requests;
    lines += times * other.lines;
  }
};

struct ArrayTraffic {
  LoadReuse load;
  double stored_sectors = 0.0;  // over all requests: what is written through to L2
  Requested loads, stores;
  double partial_sectors = 0.0;       // distinct ones of which a block does not store every byte
  double atomic_sectors = 0.0;        // sent by atomics
  double plain_atomic_sectors = 0.0;  // of their requests, part of stored_sectors
};

struct BlockTraffic {
  std::vector<AccessSums> accesses;   // by access of the program
  std::vector<ArrayTraffic> arrays;   // by array of the kernel
  std::vector<SectorSet> footprints;  // by stream: distinct sectors of the block
  ExecutionSums execution;
  WarpCourse course;  // of its longest warp
  // Accesses and operations of warps: of all, and of the longest one.
  double executed = 0.0, longest = 0.0;
  double spill_load_bytes = 0.0, spill_store_bytes = 0.0;
  std::int64_t events = 0;        // requests that were looked at one by one
  const Loop* sampled = nullptr;  // rounds of this loop were:
  double rounds_run = 0.0, rounds_meant = 0.0;
  const Access* footprint_filled = nullptr;  // gaps in its footprint were counted as touched
};

// Runs blocks and sums up. Keep one object for many blocks.
class BlockAnalysis {
 public:
  // `stream_of`: the footprint each access adds to.
  // `paired`: where banks give two words, too.
  BlockAnalysis(const PreparedProgram& program, const MemoryRules& rules,
                std::vector<std::size_t> stream_of, bool paired = false);
  // Throws ThreadFault, FormulaError.
  BlockTraffic run(const BlockIndex& block);
  // What a block touches alone, of the streams that are wanted; the others are empty.
  std::vector<SectorSet> footprints(const BlockIndex& block, const std::vector<bool>& streams);
  // Of a block that is only looked at in outline; the rest is empty.
  struct Outline {
    double executed = 0.0, longest = 0.0;
    std::int64_t effort = 0;  // that it took
  };
  Outline outline(const BlockIndex& block);
  void expect(std::int64_t blocks) { runner_.expect(blocks); }
  double work_done() const { return runner_.work_done(); }

 private:
  const PreparedProgram& program_;
  std::vector<std::size_t> stream_of_;
  std::size_t streams_;
  bool paired_;
  Requests requests_;
  FollowedProgram followed_;
  WarpFollower follower_;
  BlockRunner runner_;
  StackDistance stack_;
};

}  // namespace gpumodel
