#include <algorithm>
#include <limits>

#include "models/core/schedule.hpp"
#include "models/time/machine/terms.hpp"

namespace gpumodel {
namespace {

// Of the units that each SM has: how long they are busy where the work is spread evenly.
double busy_sms(const TermTree& tree, TermId body) {
  double longest = 0.0;
  for (const char* unit :
       {"issue", "fp64", "fp32", "fp16", "integer", "special", "tensor", "l1", "shared_atomics"}) {
    const TermId term = tree.find(body, unit);
    if (term == TermId::none) continue;
    longest = std::max(longest, tree[term].time.value.si / tree[term].uneven);
  }
  return longest;
}

// Of one block of each kind; what the launch shares goes by how much they execute.
std::vector<BlockTimes> times_of_kinds(const MachineDemand& demand, const Gpu& gpu, double body,
                                       double busy) {
  double all = 0.0;
  for (const KindOfBlocks& kind : demand.kinds) all += kind.blocks * kind.executed;
  MachineDemand one = demand;
  one.kinds.clear();
  one.last_blocks.clear();
  Workings w;
  std::vector<BlockTimes> result;
  for (const KindOfBlocks& kind : demand.kinds) {
    const double share = all > 0.0 ? kind.executed / all : 0.0;
    w.clear();
    one.path = kind.path;
    if (share > 0.0) one.blocks = 1.0 / share;  // all with as much to do
    const double of_sm = share * busy * gpu.sms.known().si;
    const double life = std::max(block_life(w, one, gpu).value().si, of_sm);
    result.push_back({life, of_sm, std::min(life, share * body)});
  }
  return result;
}

}  // namespace

Worked<Seconds> of_sample(Worked<Seconds> time, const MachineDemand& demand) {
  if (demand.sample_error <= 0.0) return time;
  const double e = std::min(demand.sample_error, 0.5);
  Workings& w = time.in();
  const Estimate<Count> about{{1.0}, {1.0 - e}, {1.0 + e}};
  return w.within(time, w.count("e", about, "sample of blocks"));
}

Worked<Count> lives_to_go(TermTree& tree, TermId body, Worked<Seconds> life,
                          const MachineDemand& demand, const Gpu& gpu) {
  const double bulk = tree[body].time.value.si;
  const std::vector<BlockTimes> times = times_of_kinds(demand, gpu, bulk, busy_sms(tree, body));
  const double until_last =
      schedule_time(times, demand.last_blocks, static_cast<std::int64_t>(gpu.sms.known().si),
                    static_cast<std::int64_t>(demand.resident));
  double shared = 0.0, longest = 0.0;
  for (const std::uint16_t kind : demand.last_blocks) shared += times[kind].of_chip;
  for (const BlockTimes& each : times) longest = std::max(longest, each.alone);
  // Rounded up: no sum of bulk and tail is below the longest block.
  constexpr double up = 1.0 + 8.0 * std::numeric_limits<double>::epsilon();
  const double after = std::max({0.0, until_last - shared, up * longest - bulk});
  return tree.workings().count("k", Count{after / life.value().si}, "blocks in their order");
}

}  // namespace gpumodel
