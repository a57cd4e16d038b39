#include <algorithm>

#include "models/time/machine/rates.hpp"
#include "models/time/machine/term_errors.hpp"
#include "models/time/machine/terms.hpp"

namespace gpumodel {

using term_error::widened;

TermId machine_launch_term(TermTree& tree, const MachineDemand& demand, const Gpu& gpu) {
  const Rate cost =
      demand.openacc ? openacc_launch_cost(gpu)
                     : launch_cost(gpu, demand.blocks, demand.cold, demand.path.load_phases > 0.0);
  Estimate<Seconds> time = time_at_cost(1.0, cost);
  if (demand.openacc) {
    time.high = term_error::openacc_launch * time.high;
  } else {
    time = widened(time, term_error::launch);
  }
  return tree.leaf("launch", "t = t_launch", time,
                   {operand("t_launch", Seconds{cost.value}, *cost.source)}, Leaf::wait);
}

TermId dispatch_term(TermTree& tree, const MachineDemand& demand, const Gpu& gpu) {
  const Rate interval = dispatch_interval(gpu, demand.threads);
  const TermId term = tree.leaf(
      "dispatch", "t = B * d", widened(time_at_cost(demand.blocks, interval), term_error::dispatch),
      {operand("B", Count{demand.blocks}, "launch"),
       operand("d", Seconds{interval.value}, *interval.source)});
  tree.serves_evenly(term);
  return term;
}

double imbalance(const MachineDemand& demand, const Gpu& gpu) {
  const double sms = gpu.sms.known().si;
  // Those that have nothing to do run the code that an OpenACC compiler adds all the same.
  const double each = (demand.openacc ? demand.blocks : demand.working) / sms;
  if (each <= demand.resident) return std::ceil(each) / each;
  return (each + 1.0) / each;
}

}  // namespace gpumodel
