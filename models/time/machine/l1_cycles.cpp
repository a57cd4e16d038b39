#include "models/time/machine/l1_cycles.hpp"

#include <optional>

#include "models/time/machine/rates.hpp"

namespace gpumodel {
namespace {

class CycleSum {
 public:
  explicit CycleSum(Workings& w) : w_(w) {}

  void add(Worked<Cycles> more) { sum_ = sum_ ? *sum_ + more : more; }
  void add(std::size_t i, double requests, Worked<Cycles> each) {
    add(w_.count({"n", i}, Count{requests}, "accesses") * w_.named({"c", i}, each));
  }
  Worked<Cycles> take() { return w_.named("W", sum_ ? *sum_ : w_.zero<Cycles>()); }

 private:
  Workings& w_;
  std::optional<Worked<Cycles>> sum_;
};

}  // namespace

Worked<Cycles> l1_cycles(Workings& w, const MachineDemand& demand, const Gpu& gpu) {
  CycleSum sum(w);
  for (std::size_t i = 0; i < demand.loads.size(); ++i) {
    const LoadShape& one = demand.loads[i];
    sum.add(i, one.requests, load_cycles(w, gpu, one.bytes, one.lines, one.wavefronts));
  }
  if (demand.wavefronts > 0.0) sum.add(w.count("w", Cycles{demand.wavefronts}, "wavefronts"));
  return sum.take();
}

Worked<Cycles> shared_atomics_cycles(Workings& w, const MachineDemand& demand, const Gpu& gpu) {
  CycleSum sum(w);
  for (std::size_t i = 0; i < demand.shared_atomics.size(); ++i) {
    const SharedAtomics& one = demand.shared_atomics[i];
    sum.add(i, one.requests, shared_atomic_cycles(w, gpu, one.scalar, one.words));
  }
  return sum.take();
}

}  // namespace gpumodel
