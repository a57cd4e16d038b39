#include <algorithm>

#include "models/time/machine/rates.hpp"
#include "models/time/machine/term_errors.hpp"
#include "models/time/machine/terms.hpp"

namespace gpumodel {
namespace {

Estimate<Seconds> shared_of(double share, Estimate<Seconds> with, Estimate<Seconds> without) {
  return {share * with.value + (1.0 - share) * without.value,
          share * with.low + (1.0 - share) * without.low,
          share * with.high + (1.0 - share) * without.high};
}

struct Shares {
  double past_l1 = 0.0, past_l2 = 0.0;  // of the waits for loads
};
Shares shares_of_waits(const MachineDemand& demand) {
  const double together = std::max(1.0, demand.path.loads / demand.path.load_phases);
  const double from_dram = std::max(demand.l1_miss * demand.l2_miss, demand.awaited_dram);
  const double from_l2 = std::max({from_dram, demand.l1_miss, demand.awaited});
  return {std::min(1.0, from_l2 * together), std::min(1.0, from_dram * together)};
}

// One wait for loads: for the slowest of them. Misses are spread evenly over the waits, as the
// streaming accesses that cause most of them do.
Estimate<Seconds> wait_for_loads(const MachineDemand& demand, const Gpu& gpu) {
  const auto [past_l1, past_l2] = shares_of_waits(demand);
  const Estimate<Seconds> l1 = time_at_cost(1.0, l1_wait(gpu));
  const Estimate<Seconds> l2 = time_at_cost(1.0, l2_wait(gpu));
  if (past_l2 == 0.0) return shared_of(past_l1, l2, l1);
  const Estimate<Seconds> dram = time_at_cost(1.0, dram_wait(gpu));
  const Estimate<Seconds> beyond = shared_of(past_l2 / past_l1, dram, l2);
  return shared_of(past_l1, beyond, l1);
}

Estimate<Seconds> cycles(double count, const Gpu& gpu) {
  return time_at_rate(count, sm_clock(gpu));
}

// How often the blocks that run at the same time on an SM take turns.
double turns(const MachineDemand& demand, const Gpu& gpu) {
  return std::max(1.0, demand.working / gpu.sms.known().si / demand.resident);
}

// Between barriers a block waits for the slowest of its warps, and so for the instructions of all;
// of an average block, those without work included.
double own_cycles(const MachineDemand& demand, const Gpu& gpu) {
  const double issue = demand.instructions / gpu.machine.issue.known().si;
  return std::max(issue, demand.load_store_cycles) / demand.blocks;
}

}  // namespace

Estimate<Seconds> block_life(const MachineDemand& demand, const Gpu& gpu) {
  const WarpPath& path = demand.path;
  Estimate<Seconds> life = time_at_cost(1.0, block_overhead(gpu, demand.threads));
  if (path.load_phases > 0.0) {
    const Estimate<Seconds> wait = wait_for_loads(demand, gpu);
    const double n = path.load_phases;
    life = life + Estimate<Seconds>{n * wait.value, n * wait.low, n * wait.high};
  }
  const Estimate<Seconds> chain = cycles(path.operations.si + path.jumps.si, gpu) +
                                  time_at_cost(path.shared_phases, shared_wait(gpu)) +
                                  time_at_cost(path.argument_waits, l1_wait(gpu));
  if (path.barriers > 0.0) {
    life = life + max(chain, cycles(own_cycles(demand, gpu), gpu)) +
           time_at_cost(path.barriers, barrier_wait(gpu, demand.threads));
  } else {
    life = life + chain;
  }
  if (path.spill_phases > 0.0) life = life + time_at_cost(path.spill_phases, l1_wait(gpu));
  const AtomicParameters& atomic = gpu.machine.atomic;
  if (path.atomic_phases > 0.0) {
    life = life + (atomic.latency.is_known() ? cycles(path.atomic_phases * atomic.latency.si, gpu)
                                             : time_at_cost(path.atomic_phases, l2_wait(gpu)));
  }
  if (path.shared_atomic_phases > 0.0) {
    life = life + (atomic.shared_latency.is_known()
                       ? cycles(path.shared_atomic_phases * atomic.shared_latency.si, gpu)
                       : time_at_cost(path.shared_atomic_phases, shared_wait(gpu)));
  }
  if (demand.stores) life = life + time_at_cost(1.0, store_cost(gpu));
  return life;
}

TermId latency_term(TermTree& tree, const MachineDemand& demand, const Gpu& gpu) {
  const double error = demand.openacc ? term_error::openacc_latency : term_error::latency;
  const Estimate<Seconds> life = term_error::widened(block_life(demand, gpu), error);
  const double each = demand.working / gpu.sms.known().si, times = turns(demand, gpu);
  const Rate overhead = block_overhead(gpu, demand.threads);
  return tree.leaf(
      "latency", "t = max(1, n / R) * t_block",
      {times * life.value, times * life.low, times * life.high},
      {operand("n", Count{each}, "launch"), operand("R", Count{demand.resident}, "occupancy"),
       operand("t_block", life.value, *overhead.source)},
      Leaf::wait);
}

double dram_waits(const MachineDemand& demand, const Gpu& gpu) {
  const double phases = demand.path.load_phases;
  return phases > 0.0 ? turns(demand, gpu) * phases * shares_of_waits(demand).past_l2 : 0.0;
}

}  // namespace gpumodel
