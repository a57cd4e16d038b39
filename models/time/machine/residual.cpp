#include "models/time/machine/residual.hpp"

#include <algorithm>
#include <iterator>

#include "models/core/constants.hpp"

namespace gpumodel {

const Constant& residual_of(std::string_view limiter, const MachineDemand& demand) {
  if (demand.unjudged) return constants::residual_unjudged;
  struct Row {
    std::string_view limiter;
    const Constant* residual;
    bool whole = false;  // sums of the launch: however it is shared among blocks and rounds
  };
  static constexpr Row rows[] = {{"launch", &constants::residual_launch, true},
                                 {"dispatch", &constants::residual_dispatch, true},
                                 {"dram", &constants::residual_dram, true},
                                 {"scattered", &constants::residual_scattered, true},
                                 {"tail", &constants::residual_tail, true},
                                 {"latency", &constants::residual_latency},
                                 {"l2", &constants::residual_l2},
                                 {"l1", &constants::residual_l1},
                                 {"early_stores", &constants::residual_l1},
                                 {"issue", &constants::residual_issue},
                                 {"atomics", &constants::residual_atomics}};
  // Threads that go through memory in long loops drift apart, and with them what DRAM is asked for.
  const bool walks = demand.path.load_phases > constants::phases_in_step.value;
  if (limiter == "dram" && walks) return constants::residual_walked;
  if (limiter == "dram" && demand.cut_bytes > 0.0) return constants::residual_cut;
  if (limiter == "launch" && !demand.atomics.empty()) return constants::residual_atomics;
  const auto row = std::ranges::find(rows, limiter, &Row::limiter);
  if (row != std::end(rows) && row->whole) return *row->residual;
  if (!demand.kinds.empty() || demand.sample_error > 0.0) return constants::residual_unlike;
  if (demand.rounds_sampled) return constants::residual_sampled;
  return row == std::end(rows) ? constants::residual_others : *row->residual;
}

}  // namespace gpumodel
