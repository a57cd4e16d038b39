#include "models/time/machine/residual.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "models/core/constants.hpp"

namespace gpumodel {

const Constant& residual_of(std::string_view limiter, const MachineDemand& demand) {
  if (!demand.kinds.empty() || demand.sample_error > 0.0) return constants::residual_unlike;
  if (demand.rounds_sampled) return constants::residual_sampled;
  using Row = std::pair<std::string_view, const Constant*>;
  static constexpr Row rows[] = {
      {"launch", &constants::residual_launch},   {"dispatch", &constants::residual_dispatch},
      {"latency", &constants::residual_latency}, {"dram", &constants::residual_dram},
      {"l2", &constants::residual_l2},           {"l1", &constants::residual_l1},
      {"issue", &constants::residual_issue},     {"atomics", &constants::residual_atomics}};
  const auto row = std::ranges::find(rows, limiter, &Row::first);
  return row == std::end(rows) ? constants::residual_others : *row->second;
}

}  // namespace gpumodel
