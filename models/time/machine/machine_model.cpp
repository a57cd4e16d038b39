#include "models/time/machine/machine_model.hpp"

#include <algorithm>
#include <vector>

#include "models/core/queue.hpp"
#include "models/time/machine/terms.hpp"

namespace gpumodel {
namespace {

// Near the ridge nothing overlaps perfectly: public sweeps of arithmetic intensity fit p = 3
// (equations 2.6).
constexpr double ridge = 3.0;

// However many warps take turns, memory is not shared evenly: bandwidth over bytes in flight, as
// calibration measures it with up to 64 warps per SM, is that of 12 customers (1 to 2 % mean error
// over the DRAM curves of an H200, against 3 to 4 % of 64 and 6 to 7 % of 4).
constexpr double most_independent = 12.0;

// SMs run apart, but not wholly: blocks that started together stay close. What all SMs share meets
// them as so many groups. Bandwidth over occupancy on an H200, a GH200 and two A100s lies between 3
// and 12 groups; 4 was chosen with those curves in view, so they are no independent check of it.
constexpr double groups_of_sms = 4.0;

constexpr int settling_rounds = 6;  // leave less than a hundredth of the first step

constexpr double least_share = 1e-6;  // a part of a wait that is worth a line

constexpr double few_phases = 2.0;  // of which blocks that start together go through in step

double blocks_per_sm(const MachineDemand& demand, const Gpu& gpu) {
  return demand.working / gpu.sms.known().si;
}

double phases_of(const MachineDemand& demand) {
  return demand.path.load_phases + demand.path.atomic_phases;
}

// Warps of a block that move on their own, as customers.
double independent_warps(const MachineDemand& demand) {
  const double phases = phases_of(demand);
  if (phases <= few_phases || few_phases * demand.path.barriers >= phases) return 1.0;
  return std::min(demand.warps_per_block(), phases / few_phases);
}

// Customers at the port of an SM to L2: the blocks of the SM.
double customers_of_sm(const MachineDemand& demand, const Gpu& gpu) {
  const double blocks = std::clamp(blocks_per_sm(demand, gpu), 1.0, demand.resident);
  return std::min(most_independent, blocks * independent_warps(demand));
}

double customers_of_chip(const MachineDemand& demand, const Gpu& gpu) {
  return std::min(most_independent, groups_of_sms * customers_of_sm(demand, gpu));
}

// The share of the work that comes all at once: what the blocks of the first wave do, which start
// together. Each later block starts when one ends.
double in_a_burst(const MachineDemand& demand, const Gpu& gpu) {
  if (independent_warps(demand) > 1.0) return 0.0;
  return std::min(1.0, demand.resident / blocks_per_sm(demand, gpu));
}

TermId execution(TermTree& tree, const MachineDemand& demand, const Gpu& gpu) {
  return tree.combine("execution", Combine::max,
                      {issue_term(tree, demand, gpu), pipe_term(tree, Pipe::fp64, demand, gpu),
                       pipe_term(tree, Pipe::fp32, demand, gpu),
                       pipe_term(tree, Pipe::fp16, demand, gpu), integer_term(tree, demand, gpu),
                       special_term(tree, demand, gpu), tensor_term(tree, demand, gpu)});
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
  const BehindWrites writes(demand, gpu);
  const double alone = tree[sm].time.value.si;
  if (writes.at(alone) <= least_share * alone) return sm;  // of what takes longer, it is less still
  std::vector<Station> stations;
  for (const TermId id : shared) {
    if (id != TermId::none) stations.push_back({tree[id].time.value.si, tree[id].even});
  }
  double seconds = queue_time(alone, stations, customers);
  for (int i = 0; i < settling_rounds; ++i) {
    const double all = queue_time(alone + writes.at(seconds), stations, customers);
    seconds = 0.5 * (seconds + all);
  }
  return tree.combine("waits", Combine::sum, {sm, writes.term(tree, seconds)});
}

TermId memory(TermTree& tree, const MachineDemand& demand, const Gpu& gpu) {
  const double burst = in_a_burst(demand, gpu);
  const TermId latency = latency_term(tree, demand, gpu), turns = dispatch_term(tree, demand, gpu);
  const TermId l2 = l2_term(tree, demand, gpu), dram = dram_term(tree, demand, gpu);
  const TermId scattered = scattered_term(tree, demand, gpu);
  const TermId atomics = atomics_term(tree, demand, gpu, l2, dram);
  if (!waits_for_memory(demand.path)) {
    const TermId blocks =
        tree.queue("blocks", {latency, turns}, customers_of_chip(demand, gpu), burst);
    return tree.combine("memory", Combine::max, {blocks, l2, dram, scattered, atomics});
  }
  const TermId sm = tree.combine("sm", Combine::queue, {latency, l2}, customers_of_sm(demand, gpu));
  const double customers = customers_of_chip(demand, gpu);
  const TermId waits =
      waited_out(tree, sm, {turns, dram, scattered, atomics}, customers, demand, gpu);
  return tree.queue("memory", {waits, turns, dram, scattered, atomics}, customers, burst);
}

// The execution units and the data path work for one block while others wait for memory.
TermId work(TermTree& tree, const MachineDemand& demand, const Gpu& gpu) {
  return tree.combine("work", Combine::norm,
                      {memory(tree, demand, gpu), execution(tree, demand, gpu),
                       l1_term(tree, demand, gpu), shared_atomics_term(tree, demand, gpu)},
                      ridge);
}

// Blocks end one by one: half a life after the average, where they move in step.
TermId tail(TermTree& tree, const MachineDemand& demand, const Gpu& gpu) {
  if (blocks_per_sm(demand, gpu) <= demand.resident || independent_warps(demand) > 1.0)
    return TermId::none;
  const Estimate<Seconds> life = block_life(demand, gpu);
  return tree.leaf("tail", "t = t_block / 2", life / 2.0,
                   {operand("t_block", life.value, "latency")}, Leaf::wait);
}

}  // namespace

TermId machine_kernel(TermTree& tree, const MachineDemand& demand, const Gpu& gpu) {
  const TermId launch = machine_launch_term(tree, demand, gpu);
  const TermId body = tree.combine("body", Combine::max,
                                   {work(tree, demand, gpu), dispatch_term(tree, demand, gpu)});
  return tree.combine("kernel", Combine::sum, {launch, body, tail(tree, demand, gpu)});
}

}  // namespace gpumodel
