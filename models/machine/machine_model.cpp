#include "models/machine/machine_model.hpp"

#include <algorithm>

#include "models/machine/terms.hpp"

namespace gpumodel {
namespace {

// Near the ridge nothing overlaps perfectly: public sweeps of arithmetic intensity fit p = 3
// (equations 2.6).
constexpr double ridge = 3.0;

// However many warps take turns, memory is not shared evenly: bandwidth over bytes in flight, as
// calibration measures it with up to 64 warps per SM, is that of 12 customers (1 to 2.5 % mean
// error over the DRAM curves of an H200, against 3.5 % of 64 and 7 % of 4).
constexpr double most_independent = 12.0;

// A few large blocks are more customers than blocks, because their warps start one after the other.
// With two blocks per SM, blocks of 256 threads are two customers and those of 1024 four. The two
// numbers were chosen with the bandwidth over occupancy of an H200, a GH200 and two A100s in view:
// those curves are no independent check of them.
constexpr double warps_in_step = 8.0, fewest_large = 4.0;

constexpr double few_phases = 2.0;  // of which the blocks of all SMs go through in step

// Warps of a block that move on their own, as customers.
double independent_warps(const MachineDemand& demand) {
  const double phases = demand.path.load_phases + demand.path.atomic_phases;
  if (phases <= few_phases || few_phases * demand.path.barriers >= phases) return 1.0;
  return std::min(demand.warps_per_block(), phases / few_phases);
}

bool in_one_go(const MachineDemand& demand, const Gpu& gpu) {
  return demand.blocks / gpu.sms.known().si <= demand.resident;
}

double customers(const MachineDemand& demand, const Gpu& gpu) {
  const double each = independent_warps(demand);
  if (!in_one_go(demand, gpu)) {
    const double groups = demand.resident * demand.warps_per_block() / warps_in_step;
    return std::min(most_independent,
                    std::max(demand.resident * each, std::min(fewest_large, groups)));
  }
  const double blocks = std::max(1.0, demand.blocks / gpu.sms.known().si);
  return each == 1.0 ? 1.0 : std::min(most_independent, blocks * each);
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

TermId memory(TermTree& tree, const MachineDemand& demand, const Gpu& gpu) {
  const TermId turns = in_one_go(demand, gpu) ? TermId::none : dispatch_term(tree, demand, gpu);
  if (!waits_for_memory(demand.path)) {
    const TermId blocks = tree.combine("blocks", Combine::queue,
                                       {latency_term(tree, demand, gpu), turns}, demand.resident);
    return tree.combine("memory", Combine::max,
                        {blocks, l2_term(tree, demand, gpu), dram_term(tree, demand, gpu),
                         scattered_term(tree, demand, gpu), atomics_term(tree, demand, gpu)});
  }
  return tree.combine("memory", Combine::queue,
                      {latency_term(tree, demand, gpu), turns, l2_term(tree, demand, gpu),
                       dram_term(tree, demand, gpu), scattered_term(tree, demand, gpu),
                       atomics_term(tree, demand, gpu)},
                      customers(demand, gpu));
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
  if (in_one_go(demand, gpu) || independent_warps(demand) > 1.0) return TermId::none;
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
