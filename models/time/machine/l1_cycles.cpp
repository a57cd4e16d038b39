#include "models/time/machine/l1_cycles.hpp"

#include "models/time/machine/rates.hpp"

namespace gpumodel {
namespace {

// What so many requests take at so many cycles each.
Worked<Cycles> cycles_of(Workings& w, std::size_t i, double requests, Worked<Cycles> each) {
  return w.count({"n", i}, Count{requests}, "accesses") * w.named({"c", i}, each);
}

}  // namespace

Worked<Cycles> l1_cycles(Workings& w, const MachineDemand& demand, const Gpu& gpu) {
  WorkedSum<Cycles> sum(w);
  for (std::size_t i = 0; i < demand.loads.size(); ++i) {
    const LoadShape& one = demand.loads[i];
    auto each = load_cycles(w, gpu, one);
    if (one.awaited > 0.0) {
      const auto share =
          w.count({"a", i}, Count{one.awaited}, "narrow loads of what is on its way");
      const auto on_way = max(each, w.constant<Cycles>("c_a", constants::narrow_awaited));
      each = share * on_way + (w.literal(1.0) - share) * each;
    }
    sum.add(cycles_of(w, i, one.requests, each));
  }
  if (demand.wavefronts > 0.0) sum.add(w.count("w", Cycles{demand.wavefronts}, "wavefronts"));
  return w.named("W", sum.value());
}

Worked<Cycles> shared_atomics_cycles(Workings& w, const MachineDemand& demand, const Gpu& gpu) {
  WorkedSum<Cycles> sum(w);
  for (std::size_t i = 0; i < demand.shared_atomics.size(); ++i) {
    const SharedAtomics& one = demand.shared_atomics[i];
    const auto each = shared_atomic_cycles(w, gpu, one.scalar, one.words);
    sum.add(cycles_of(w, i, one.requests, each));
  }
  return w.named("W", sum.value());
}

}  // namespace gpumodel
