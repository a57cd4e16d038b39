#include "models/time/machine/rates.hpp"
#include "models/time/machine/terms.hpp"

namespace gpumodel {

TermId machine_launch_term(TermTree& tree, const MachineDemand& demand, const Gpu& gpu) {
  Workings& w = tree.workings();
  const Worked<Seconds> cost =
      demand.openacc
          ? w.within(openacc_launch_cost(w, gpu), constants::error_of_openacc_launch)
          : w.within(launch_cost(w, gpu, demand.blocks, demand.cold, demand.path.load_phases > 0.0),
                     constants::error_of_launch);
  return tree.leaf("launch", cost, Leaf::wait);
}

Worked<Seconds> dispatch_time(Workings& w, const MachineDemand& demand, const Gpu& gpu) {
  return w.within(
      w.count("B", Count{demand.blocks}, "launch") * dispatch_interval(w, gpu, demand.threads),
      constants::error_of_dispatch);
}

TermId dispatch_term(TermTree& tree, Worked<Seconds> time) {
  const TermId term = tree.leaf("dispatch", time);
  tree.serves_evenly(term);
  return term;
}

Worked<Count> imbalance(Workings& w, const MachineDemand& demand, const Gpu& gpu) {
  // Those that have nothing to do run the code that an OpenACC compiler adds all the same.
  const double blocks = demand.openacc ? demand.blocks : demand.working;
  const Worked<Count> each = w.count("B", Count{blocks}, "launch") / sms(w, gpu);
  return w.named(
      "u", each.value().si <= demand.resident ? ceil(each) / each : (each + w.literal(1.0)) / each);
}

}  // namespace gpumodel
