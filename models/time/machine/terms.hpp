// The terms of the machine model, one function each; every one is a leaf with its equation, its
// operands and their sources. TermId::none where a launch asks nothing of that part.
//
// Times are those of the whole launch, as if nothing else took time.
#pragma once

#include <optional>

#include "models/core/term.hpp"
#include "models/time/machine/demand.hpp"

namespace gpumodel {

// An empty kernel between two events, queued behind other work: what every launch costs.
TermId machine_launch_term(TermTree& tree, const MachineDemand& demand, const Gpu& gpu);

// Blocks leave one by one, evenly: t = B d. The only limit of kernels with very many tiny blocks
// (equations 1.1); no other published model has it.
Worked<Seconds> dispatch_time(Workings& w, const MachineDemand& demand, const Gpu& gpu);
TermId dispatch_term(TermTree& tree, Worked<Seconds> time);

// What blocks take that nothing keeps waiting but their own instructions and latencies: t = n / R
// times the life of a block, n blocks per SM of which R are resident (Little's law without load).
TermId latency_term(TermTree& tree, Worked<Seconds> life, const MachineDemand& demand,
                    const Gpu& gpu);
// As far as warps of a block move in step (one or two waits, no barriers), one block follows
// another in the same place, and waits until its last warp has ended. None where nobody measured
// how warps of a block start: nearly all of that wait may pass meanwhile.
double share_in_step(const MachineDemand& demand, const Gpu& gpu);
// How much longer such blocks wait for the last of their lines because DRAM is busy with those of
// others. Of all waits t_w it is the share u of the time in which it is, and that time is longer by
// just that: t = t_l + t_w u with u = t_d / t, a square whose root is (t_l + hypot(t_l, 2 sqrt(t_w
// t_d))) / 2.
TermId last_line_term(TermTree& tree, TermId latency, TermId dram, const MachineDemand& demand,
                      const Gpu& gpu);
// Waits for DRAM, one after the other, of the warps that run at the same time.
Worked<Count> dram_waits(Workings& w, const MachineDemand& demand, const Gpu& gpu);
// One of them.
Worked<Seconds> wait_for_dram(Workings& w, const MachineDemand& demand, const Gpu& gpu);
// What loads wait longer in a launch of so many seconds because DRAM writes meanwhile. DRAM
// collects stores and writes them in batches, and the larger the busier it is: t = n r u_w u^2, n
// waits, r a batch, u the share of the time that DRAM is busy and u_w that of its writes.
class BehindWrites {
 public:
  BehindWrites(TermTree& tree, const MachineDemand& demand, const Gpu& gpu);
  // In a launch that takes so long; 0 where nothing is held up.
  double at(double seconds);
  // As long as `at` said last.
  TermId term();

 private:
  TermTree& tree_;
  std::optional<Worked<Seconds>> total_, longer_;
};
// Warps of a block that move on their own, as customers; 1: all move in step.
double independent_warps(const MachineDemand& demand);
// The life of one block.
Worked<Seconds> block_life(Workings& w, const MachineDemand& demand, const Gpu& gpu);

// What hangs on how much blocks execute is known as well as that is.
Worked<Seconds> of_sample(Worked<Seconds> time, const MachineDemand& demand);

// How long, in lives of the mean block, the last blocks go on when a launch of alike blocks would
// be over, which takes `body`: where blocks are of unlike length, by their order
// (core/schedule.hpp). While all SMs are full, what limits the launch as a whole holds up every
// block; the longest may still run when the others have left it alone.
Worked<Count> lives_to_go(TermTree& tree, TermId body, Worked<Seconds> life,
                          const MachineDemand& demand, const Gpu& gpu);

// How much longer the busiest SM works than all on average. Up to a full chip whole blocks are
// dealt evenly; beyond it a block goes to whichever SM ends one, and the last SM ends about a block
// later than the average (equations 1.9: no closed form of full waves fits).
Worked<Count> imbalance(Workings& w, const MachineDemand& demand, const Gpu& gpu);

// What cycles of all SMs become a time by: t = u W / (S f).
struct SmTime {
  Worked<Count> uneven;
  Worked<Hertz> cycles_of_all;
  SmTime(Workings& w, const MachineDemand& demand, const Gpu& gpu);
};

// Warp instructions, and slots in which schedulers wait for registers of multiply-adds.
Worked<Count> issue_slots(Workings& w, Symbol symbol, const MachineDemand& demand, const Gpu& gpu);
// Over what the schedulers issue.
TermId issue_term(TermTree& tree, const SmTime& sm, const MachineDemand& demand, const Gpu& gpu);
// Warp instructions of one execution unit over its rate.
TermId pipe_term(TermTree& tree, Pipe pipe, const SmTime& sm, const MachineDemand& demand,
                 const Gpu& gpu);
TermId integer_term(TermTree& tree, const SmTime& sm, const MachineDemand& demand, const Gpu& gpu);
TermId constant_term(TermTree& tree, const SmTime& sm, const MachineDemand& demand);
TermId special_term(TermTree& tree, const SmTime& sm, const MachineDemand& demand, const Gpu& gpu);
TermId tensor_term(TermTree& tree, const SmTime& sm, const MachineDemand& demand, const Gpu& gpu);

// The data path of L1 and shared memory: a wavefront per clock, more where lanes meet in a bank or
// many lines are looked up (equations 1.19, 2.3).
TermId l1_term(TermTree& tree, const SmTime& sm, const MachineDemand& demand, const Gpu& gpu);
// That and stores to lines on their way from DRAM, which hold it up, one behind the other.
TermId data_path_term(TermTree& tree, const SmTime& sm, const MachineDemand& demand,
                      const Gpu& gpu);
TermId shared_atomics_term(TermTree& tree, const SmTime& sm, const MachineDemand& demand,
                           const Gpu& gpu);

// Bytes between SMs and L2; a sector that is read without its neighbour costs as a pair. Reads and
// writes go different ways but meet in the slices: the norm of both with p = 2, which gives the
// copies of calibration within 2 % on an H200.
TermId l2_term(TermTree& tree, const MachineDemand& demand, const Gpu& gpu);
TermId dram_term(TermTree& tree, const MachineDemand& demand, const Gpu& gpu);
// Single sectors stored to random places.
TermId scattered_term(TermTree& tree, const MachineDemand& demand, const Gpu& gpu);
// Slices of L2 that do atomics serve other accesses too: what L2 needs for these comes on top (an
// H200 adds 0.2 to 1 of it). Where all words share a line, the fills of their slice wait as well:
// streams of 20 to 1000 MB with one operation per block on one word take this sum within 15 %, and
// up to twice as long as without it.
TermId atomics_term(TermTree& tree, const MachineDemand& demand, const Gpu& gpu, TermId l2,
                    TermId dram);

}  // namespace gpumodel
