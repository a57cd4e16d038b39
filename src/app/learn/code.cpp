#include "src/app/learn/code.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/analysis/kernel_analysis.hpp"
#include "src/io/text/format.hpp"

namespace gpumodel {
namespace {

void add_finding(const char* what, double own, double best, std::vector<std::string>& into) {
  if (own <= best * as_good_as) return;
  into.push_back(best > 0.0 ? fmt::format("{:.3g} times as many {} as needed: {:.4g}, not {:.4g}",
                                          own / best, what, own, best)
                            : fmt::format("{:.4g} {} where none are needed", own, what));
}

}  // namespace

CodeDemand demand_of(const ProgramAnswer& answer) {
  CodeDemand sum;
  sum.kernels_s = answer.forecast.kernel_s;
  for (const KernelPrediction& call : answer.calls) {
    if (call.host || !call.asked.kernel().thread) continue;
    const std::vector<Access>& accesses = call.asked.kernel().thread->accesses;
    // Programs keep terms of their calls, not what was counted for them.
    const auto sums =
        analyse(call.asked.kernel(), call.asked.values, &answer.gpu()).traffic.accesses;
    for (std::size_t i = 0; i < std::min(accesses.size(), sums.size()); ++i) {
      const Array& array = call.asked.kernel().arrays[accesses[i].array];
      if (array.space == MemorySpace::shared) {
        sum.turns += sums[i].wavefronts;
      } else {
        sum.sectors += sums[i].sectors;
      }
    }
  }
  return sum;
}

std::vector<std::string> CheckedCode::findings() const {
  std::vector<std::string> all;
  if (!own) return all;
  add_finding("sectors of memory", own->sectors, solution.sectors, all);
  add_finding("turns at shared memory", own->turns, solution.turns, all);
  if (own->kernels_s > solution.kernels_s * as_good_as) {
    all.push_back(fmt::format("its kernels would take {}, {:.3g} times as long as possible",
                              format_time(Seconds{own->kernels_s}),
                              own->kernels_s / solution.kernels_s));
  }
  if (own->kernels_s < solution.kernels_s * too_good) {
    all.push_back(fmt::format("at the size {} its kernels do not do all of the work: {}, not {}",
                              exercise.timed, format_time(Seconds{own->kernels_s}),
                              format_time(Seconds{solution.kernels_s})));
  }
  return all;
}

bool CheckedCode::right() const {
  return std::ranges::all_of(runs, &CodeRun::right) && own && findings().empty();
}

}  // namespace gpumodel
