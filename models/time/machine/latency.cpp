#include <algorithm>

#include "models/access/lanes.hpp"
#include "models/access/memory_rules.hpp"
#include "models/time/machine/l1_cycles.hpp"
#include "models/time/machine/rates.hpp"
#include "models/time/machine/terms.hpp"

namespace gpumodel {
namespace {

// `share` of one, the rest of the other.
Worked<Seconds> mixed(Worked<Count> share, Worked<Seconds> with, Worked<Seconds> without) {
  if (share.value().si >= 1.0) return with;
  return share * with + (share.in().literal(1.0) - share) * without;
}

struct Shares {
  double past_l1 = 0.0, past_l2 = 0.0;  // of the waits for loads
};
Shares shares_of_waits(const MachineDemand& demand) {
  const double together = std::max(1.0, demand.path.loads / demand.path.load_phases);
  const double from_dram = std::max(demand.l1_miss * demand.l2_miss, demand.awaited_dram);
  const double from_l2 = std::max({from_dram, demand.l1_miss, demand.awaited});
  const double lost_by_l2 = together * std::max(from_dram - demand.awaited_dram, demand.lost_by_l2);
  // A wait is as long as that of its last lane, and of the load that misses: where lanes miss in
  // turn, or one load of many, the sectors' share says too little. As many of these come from DRAM
  // as of the data on their way, or of what misses L1, but for those whose pair has come: L2
  // fetches 64 B (validate/experiments/pairs.cu: 498 cycles a step of 32 B, 690 of 64 to 8192, 291
  // in L2).
  const double fresh = demand.path.fresh_phases / demand.path.load_phases;
  const double pairs = demand.path.fresh_pair_phases / demand.path.load_phases;
  const double known = demand.path.known_phases / demand.path.load_phases;
  const double on_way = demand.awaited > 0.0 ? demand.awaited_dram / demand.awaited : 0.0;
  const double news = fresh > 0.0 ? std::max(1.0, demand.awaited * together / fresh) : 1.0;
  const double of_dram =
      std::max(std::min(1.0, news * std::max(on_way, demand.l2_miss)), demand.late_dram);
  // Behind a barrier a block's warps are in step: what they wait for there is what is new to its
  // path. The further from one, the more what one misses now another misses later.
  const double in_step = std::min(1.0, demand.path.barriers / demand.path.load_phases);
  const double in_turn = std::max(from_l2 * together, fresh);
  const double past_l1 = in_turn + in_step * (fresh + demand.missed_again * together - in_turn);
  const double past_l2 = std::min(1.0 - known, pairs * of_dram + lost_by_l2);
  return {std::min(1.0, past_l1), past_l2 * demand.waits_in_memory};
}

double doublings_of_places(const WarpPath& path) {
  return path.fresh_pair_phases > 0.0 ? path.doublings / path.fresh_pair_phases : 0.0;
}

// One wait for loads: for the slowest of them. Misses are spread evenly over the waits, as the
// streaming accesses that cause most of them do.
Worked<Seconds> wait_for_loads(Workings& w, const MachineDemand& demand, const Gpu& gpu) {
  const auto [past_l1, past_l2] = shares_of_waits(demand);
  if (past_l1 == 0.0) return l1_wait(w, gpu);
  Worked<Seconds> beyond = l2_wait(w, gpu);
  if (past_l2 > 0.0) {
    const auto share = w.count("m_l2", Count{past_l2 / past_l1}, "waits past L1");
    beyond = mixed(share, wait_for_dram(w, demand, gpu), beyond);
  }
  return mixed(w.count("m_l1", Count{past_l1}, "waits"), beyond, l1_wait(w, gpu));
}

Worked<Seconds> issue_of_block(Workings& w, const MachineDemand& demand, Worked<Cycles> cycles,
                               const Gpu& gpu) {
  return cycles / w.count("B", Count{demand.blocks}, "launch") / sm_clock(w, gpu);
}

Worked<Cycles> issued(Workings& w, const MachineDemand& demand, const Gpu& gpu) {
  return issue_slots(w, "I", demand, gpu) / w.number("r", gpu.machine.issue).as<PerCycle>();
}

// Between barriers a block waits for the last of its warps, which issues behind all others, of an
// average block, those without work included, and comes to the barrier behind them.
Worked<Seconds> ahead_of_last(Workings& w, const MachineDemand& demand, const Gpu& gpu) {
  const auto cycles = max(issued(w, demand, gpu), l1_cycles(w, demand, gpu));
  const auto arrive = w.count("n_barrier", Count{demand.path.barriers}, "path of a warp") *
                      (barrier_wait(w, gpu, demand.threads) - barrier_wait(w, gpu, lanes_per_warp));
  const auto others = w.count("u", Count{1.0 - 1.0 / demand.warps_per_block()}, "launch");
  return others * max(issue_of_block(w, demand, cycles, gpu), max(w.zero<Seconds>(), arrive));
}

// What the last warp loads from shared memory it waits for when the others are through.
Worked<Seconds> last_waits(Workings& w, const WarpPath& path, const Gpu& gpu) {
  const double times = std::min(path.barriers, path.shared_phases);
  return w.count("n_last", Count{times}, "path of a warp") * shared_wait(w, gpu);
}

// Where the warps of a block move in step the last one issues behind others.
Worked<Seconds> behind_other_warps(Workings& w, const MachineDemand& demand, const Gpu& gpu,
                                   double follows) {
  return w.count("u", Count{follows}, "blocks behind another one") *
         w.constant<Count>("k_last", constants::issued_behind) *
         issue_of_block(w, demand, issued(w, demand, gpu), gpu);
}

// How often the blocks that run at the same time on an SM take turns.
Worked<Count> turns(Workings& w, const MachineDemand& demand, const Gpu& gpu) {
  const auto each = w.named("n", w.count("B_w", Count{demand.working}, "launch") / sms(w, gpu));
  return max(w.literal(1.0), each / w.count("R", Count{demand.resident}, "occupancy"));
}

// A warp issues what is beside its arithmetic one after the other, but for what a jump, and its
// start, take anyway.
Cycles around_arithmetic(const MachineDemand& demand) {
  constexpr double cycles = constants::cycles_around_arithmetic.value,
                   anyway = constants::issued_with_jump.value;
  const double all = demand.around_arithmetic / (demand.blocks * demand.warps_per_block());
  return Cycles{cycles * std::max(0.0, all - anyway * (demand.path.rounds + 1.0))};
}

// The longer lines are on their way the busier DRAM is, and the block waits for the last of them:
// with waits that vary exponentially, for the logarithm of their number.
Worked<Count> waits_for_last_line(Workings& w, const MachineDemand& demand) {
  const double lines = std::max(1.0, demand.awaited_lines / demand.path.load_phases);
  const double written =
      demand.dram_write_bytes / (demand.dram_read_bytes + demand.dram_write_bytes);
  const auto late = w.constant<Count>("k_n", constants::later_by_lines) *
                        log(w.count("V", Bytes{line_bytes * lines}, "lines of a wait").as<Count>() /
                            static_cast<double>(line_bytes)) +
                    w.constant<Count>("k_w", constants::later_by_writes) *
                        w.count("s_w", Count{written}, "share of writes") +
                    w.constant<Count>("k_a", constants::later_by_lone) *
                        w.count("s_a", Count{demand.lone_lines}, "lines that lie alone");
  return max(w.zero<Count>(), late - w.constant<Count>("k_0", constants::never_so_late));
}

}  // namespace

Worked<Seconds> wait_for_dram(Workings& w, const MachineDemand& demand, const Gpu& gpu) {
  return dram_wait(w, gpu, doublings_of_places(demand.path), demand.met);
}

double share_in_step(const MachineDemand& demand, const Gpu& gpu) {
  const WarpPath& path = demand.path;
  const bool in_step = gpu.machine.block.empty.is_known() && path.load_phases > 0.0 &&
                       path.barriers <= 0.0 && path.spill_phases <= 0.0 &&
                       independent_warps(demand) <= 1.0;
  return in_step ? std::max(0.0, 1.0 - demand.resident * gpu.sms.known().si / demand.working) : 0.0;
}

TermId last_line_term(TermTree& tree, TermId latency, TermId dram, const MachineDemand& demand,
                      const Gpu& gpu) {
  if (dram == TermId::none || demand.awaited_lines <= 0.0 || share_in_step(demand, gpu) <= 0.0) {
    return TermId::none;
  }
  Workings& w = tree.workings();
  const auto of = [&](Symbol symbol, TermId id, const char* name) {
    return w.term(symbol, tree[id].time, name);
  };
  const auto alone = of("t_l", latency, "latency");
  const auto all = w.named("t_w", dram_waits(w, demand, gpu) * wait_for_dram(w, demand, gpu) *
                                      w.named("k", waits_for_last_line(w, demand)));
  if (all.value().si <= 0.0) return TermId::none;
  const auto longer =
      (hypot(alone, 2.0 * geometric_mean(all, of("t_d", dram, "dram"))) - alone) / 2.0;
  return tree.leaf("last_line", w.within(longer, constants::error_of_dram), Leaf::wait);
}

Worked<Seconds> block_life(Workings& w, const MachineDemand& demand, const Gpu& gpu) {
  const WarpPath& path = demand.path;
  const auto waits = [&](Symbol symbol, double times, Worked<Seconds> each) {
    return w.count(symbol, Count{times}, "path of a warp") * each;
  };
  Worked<Seconds> life = block_overhead(w, gpu, demand.threads);
  if (path.load_phases > 0.0) {
    life = life + waits("n_w", path.load_phases, w.named("t_wait", wait_for_loads(w, demand, gpu)));
  }
  Worked<Seconds> chain =
      w.count("c_chain", path.operations + path.jumps + around_arithmetic(demand),
              "path of a warp") /
      sm_clock(w, gpu);
  if (path.shared_phases > 0.0) {
    chain = chain + waits("n_shared", path.shared_phases, shared_wait(w, gpu));
  }
  if (path.l1_phases > 0.0) {
    chain = chain + waits("n_l1", path.l1_phases, l1_wait(w, gpu));
  }
  if (path.barriers > 0.0) {
    const auto own = w.named("t_chain", chain);
    const auto others = w.named("t_own", ahead_of_last(w, demand, gpu));
    life = life + max(own, others) + min(min(own, others), last_waits(w, path, gpu)) +
           waits("n_barrier", path.barriers, barrier_wait(w, gpu, lanes_per_warp));
  } else {
    life = life + chain;
    if (const double follows = share_in_step(demand, gpu); follows > 0.0) {
      life = life + w.named("t_last", behind_other_warps(w, demand, gpu, follows));
    }
  }
  if (path.spill_phases > 0.0) {
    life = life + waits("n_spill", path.spill_phases, l1_wait(w, gpu));
  }
  if (path.atomic_phases > 0.0) {
    life = life + waits("n_atomic", path.atomic_phases, atomic_wait(w, gpu));
  }
  if (path.shared_atomic_phases > 0.0) {
    life = life + waits("n_shared_atomic", path.shared_atomic_phases, shared_atomic_wait(w, gpu));
  }
  if (demand.stores) life = life + store_cost(w, gpu);
  return w.named("t_block", life);
}

TermId latency_term(TermTree& tree, Worked<Seconds> life, const MachineDemand& demand,
                    const Gpu& gpu) {
  Workings& w = tree.workings();
  const Worked<Seconds> time = of_sample(turns(w, demand, gpu) * life, demand);
  return tree.leaf("latency",
                   w.within(time, demand.openacc ? constants::error_of_openacc_latency
                                                 : constants::error_of_latency),
                   Leaf::wait);
}

Worked<Count> dram_waits(Workings& w, const MachineDemand& demand, const Gpu& gpu) {
  const double phases = demand.path.load_phases;
  const double past_l2 = phases > 0.0 ? shares_of_waits(demand).past_l2 : 0.0;
  return w.named("n", turns(w, demand, gpu) * w.count("n_w", Count{phases}, "path of a warp") *
                          w.count("m", Count{past_l2}, "waits"));
}

}  // namespace gpumodel
