#include "models/time/machine/machine_model.hpp"

#include <algorithm>
#include <vector>

#include "models/core/constants.hpp"
#include "models/core/queue.hpp"
#include "models/time/machine/residual.hpp"
#include "models/time/machine/terms.hpp"

namespace gpumodel {
namespace {

constexpr int settling_rounds = 6;  // leave less than a hundredth of the first step

constexpr double least_share = 1e-6;  // a part of a wait that is worth a line

const double few_phases = constants::phases_in_step.value;

double blocks_per_sm(const MachineDemand& demand, const Gpu& gpu) {
  return demand.working / gpu.sms.known().si;
}

double phases_of(const MachineDemand& demand) {
  return demand.path.load_phases + demand.path.atomic_phases;
}

// Customers at the port of an SM to L2: the blocks of the SM.
double customers_of_sm(const MachineDemand& demand, const Gpu& gpu) {
  const double blocks = std::clamp(blocks_per_sm(demand, gpu), 1.0, demand.resident);
  return std::min(constants::independent_customers.value, blocks * independent_warps(demand));
}

double customers_of_chip(const MachineDemand& demand, const Gpu& gpu) {
  return std::min(constants::independent_customers.value,
                  constants::groups_of_sms.value * customers_of_sm(demand, gpu));
}

// The share of the work that comes all at once: what the blocks of the first wave do, which start
// together. Each later block starts when one ends.
double in_a_burst(const MachineDemand& demand, const Gpu& gpu) {
  if (independent_warps(demand) > 1.0) return 0.0;
  return std::min(1.0, demand.resident / blocks_per_sm(demand, gpu));
}

TermId execution(TermTree& tree, const SmTime& sm, const MachineDemand& demand, const Gpu& gpu) {
  const auto pipe = [&](Pipe which) { return pipe_term(tree, which, sm, demand, gpu); };
  return tree.combine(
      "execution", Combine::max,
      {issue_term(tree, sm, demand, gpu), pipe(Pipe::fp64), pipe(Pipe::fp32), pipe(Pipe::fp16),
       integer_term(tree, sm, demand, gpu), special_term(tree, sm, demand, gpu),
       constant_term(tree, sm, demand), tensor_term(tree, sm, demand, gpu)});
}

// Nobody waits for stores.
bool waits_for_memory(const WarpPath& path) {
  return path.load_phases + path.atomic_phases + path.spill_phases > 0.0;
}

// What the blocks of an SM wait out, and how much longer because DRAM writes, which depends on how
// long all of it takes. Only warps in long loops are held up measurably: of blocks that come and go
// (copies of calibration) it is not seen. Barriers in the loop change nothing about that.
TermId waited_out(TermTree& tree, TermId sm, std::initializer_list<TermId> shared, double customers,
                  const MachineDemand& demand, const Gpu& gpu) {
  if (phases_of(demand) <= few_phases) return sm;
  BehindWrites writes(tree, demand, gpu);
  const double alone = tree[sm].time.value.si;
  if (writes.at(alone) <= least_share * alone) return sm;  // of what takes longer, it is less still
  std::vector<Station> stations;
  for (const TermId id : shared) {
    if (id != TermId::none) stations.push_back({tree[id].time.value.si, tree[id].even});
  }
  double seconds = queue_time(alone, stations, customers);
  for (int i = 0; i < settling_rounds; ++i) {
    const double longer = alone + writes.at(seconds);
    // Half of the way, but not far beyond: where DRAM has next to no rest the first step is too
    // long.
    seconds = std::min(0.5 * (seconds + queue_time(longer, stations, customers)), 2.0 * seconds);
  }
  writes.at(seconds);
  return tree.combine("waits", Combine::sum, {sm, writes.term()});
}

struct Waits {
  TermId memory, blocks;  // `blocks` has the parts of `memory` once more
};

// What blocks wait for once they run, and the same with the dispatcher, from which they come one by
// one. Units of an SM do not hold that up: while it gives out no more blocks than they get done,
// they have some rest, else the SMs are full and it waits.
Waits waits(TermTree& tree, Worked<Seconds> life, TermId turns, const MachineDemand& demand,
            const Gpu& gpu) {
  const double burst = in_a_burst(demand, gpu), customers = customers_of_chip(demand, gpu);
  const TermId latency = latency_term(tree, life, demand, gpu);
  const TermId l2 = l2_term(tree, demand, gpu), dram = dram_term(tree, demand, gpu);
  const TermId scattered = scattered_term(tree, demand, gpu);
  const TermId atomics = atomics_term(tree, demand, gpu, l2, dram);
  if (!waits_for_memory(demand.path)) {
    return {tree.combine("memory", Combine::max, {latency, l2, dram, scattered, atomics}),
            tree.combine("blocks", Combine::queue, {tree.again(latency), turns}, customers, burst)};
  }
  const TermId sm = tree.combine("sm", Combine::queue, {latency, l2}, customers_of_sm(demand, gpu));
  const TermId alone =
      waited_out(tree, sm, {turns, dram, scattered, atomics}, customers, demand, gpu);
  const TermId last = last_line_term(tree, latency, dram, demand, gpu);
  const TermId memory = tree.combine(last == TermId::none ? "memory" : "in_turn", Combine::queue,
                                     {alone, dram, scattered, atomics}, customers, burst);
  if (last != TermId::none) {
    const TermId in_step = tree.combine("in_step", Combine::sum, {tree.again(latency), last});
    const TermId longest = tree.combine("memory", Combine::max, {memory, in_step});
    // Blocks of all SMs are the dispatcher's customers.
    return {longest, tree.combine("blocks", Combine::queue, {tree.again(longest), turns},
                                  most_customers, burst)};
  }
  const std::initializer_list<TermId> parts = {tree.again(alone), turns, tree.again(dram),
                                               tree.again(scattered), tree.again(atomics)};
  return {memory, tree.combine("blocks", Combine::queue, parts, customers, burst)};
}

// The execution units and the data path work for one block while others wait for memory.
TermId work(TermTree& tree, TermId memory, const MachineDemand& demand, const Gpu& gpu) {
  const SmTime sm(tree.workings(), demand, gpu);
  return tree.combine(
      "work", Combine::norm,
      {memory, execution(tree, sm, demand, gpu), data_path_term(tree, sm, demand, gpu),
       shared_atomics_term(tree, sm, demand, gpu)},
      constants::overlap_exponent.value);
}

// Blocks end one by one: half a life after the average, where they move in step.
TermId tail(TermTree& tree, TermId body, Worked<Seconds> life, const MachineDemand& demand,
            const Gpu& gpu) {
  if (!demand.last_blocks.empty()) {
    const Worked<Count> lives = lives_to_go(tree, body, life, demand, gpu);
    if (lives.value().si <= 0.0) return TermId::none;
    return tree.leaf(
        "tail",
        tree.workings().within(of_sample(lives * life, demand), constants::error_of_latency),
        Leaf::wait);
  }
  if (blocks_per_sm(demand, gpu) <= demand.resident || independent_warps(demand) > 1.0)
    return TermId::none;
  return tree.leaf("tail", life / 2.0, Leaf::wait);
}

}  // namespace

double independent_warps(const MachineDemand& demand) {
  const double phases = phases_of(demand);
  if (phases <= few_phases || few_phases * demand.path.barriers >= phases) return 1.0;
  return std::min(demand.warps_per_block(), phases / few_phases);
}

TermId machine_kernel(TermTree& tree, const MachineDemand& demand, const Gpu& gpu) {
  Workings& w = tree.workings();
  const TermId launch = machine_launch_term(tree, demand, gpu);
  const Worked<Seconds> life = block_life(w, demand, gpu);
  const Waits waited =
      waits(tree, life, dispatch_term(tree, dispatch_time(w, demand, gpu)), demand, gpu);
  const TermId body =
      tree.combine("body", Combine::max, {work(tree, waited.memory, demand, gpu), waited.blocks});
  const TermId kernel =
      tree.combine("kernel", Combine::sum, {launch, body, tail(tree, body, life, demand, gpu)});
  tree.is_known_within(kernel, residual_of(tree[tree.limiter(kernel)].name, demand));
  return kernel;
}

}  // namespace gpumodel
