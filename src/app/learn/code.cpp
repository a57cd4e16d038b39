#include "src/app/learn/code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

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
  sum.whole_s = answer.forecast.time_s;
  sum.kernels_s = answer.forecast.kernel_s;
  const Timeline& timeline = answer.forecast.timeline;
  std::map<std::int32_t, double> times;
  for (std::size_t i = 0; i < timeline.activities.size(); ++i) {
    if (timeline.activities[i].kind == ActivityKind::kernel) ++times[timeline.costs[i].calls[0]];
  }
  for (const auto& [number, count] : times) {
    if (number < 0) continue;
    const KernelPrediction& call = answer.calls.at(static_cast<std::size_t>(number));
    if (!call.asked.kernel().thread) continue;
    const std::vector<Access>& accesses = call.asked.kernel().thread->accesses;
    // Programs keep terms of their calls, not what was counted for them.
    const auto sums =
        analyse(call.asked.kernel(), call.asked.values, &answer.gpu()).traffic.accesses;
    for (std::size_t i = 0; i < std::min(accesses.size(), sums.size()); ++i) {
      const Array& array = call.asked.kernel().arrays[accesses[i].array];
      if (array.space == MemorySpace::shared) {
        sum.turns += count * sums[i].wavefronts;
      } else {
        sum.sectors += count * sums[i].sectors;
      }
    }
  }
  return sum;
}

std::vector<std::string> CheckedCode::findings() const {
  std::vector<std::string> all;
  if (!own) return all;
  if (own->kernels_s <= 0.0) return {"none of it runs on the device"};
  add_finding("sectors of memory", own->sectors, solution.sectors, all);
  add_finding("turns at shared memory", own->turns, solution.turns, all);
  if (own->kernels_s > solution.kernels_s * as_good_as) {
    all.push_back(fmt::format("its kernels would take {}, {:.3g} times as long as possible",
                              format_time(Seconds{own->kernels_s}),
                              own->kernels_s / solution.kernels_s));
  }
  if (own->whole_s > solution.whole_s * as_good_as) {
    all.push_back(fmt::format("with its copies it would take {}, {:.3g} times as long as possible",
                              format_time(Seconds{own->whole_s}), own->whole_s / solution.whole_s));
  }
  const auto refuse_too_good = [&](const char* what, double seconds, double of_solution) {
    if (seconds >= of_solution * too_good) return;
    all.push_back(fmt::format("at the size {} {} do not do all of the work: {}, not {}",
                              exercise.timed, what, format_time(Seconds{seconds}),
                              format_time(Seconds{of_solution})));
  };
  refuse_too_good("its kernels", own->kernels_s, solution.kernels_s);
  refuse_too_good("its kernels and copies", own->whole_s, solution.whole_s);
  return all;
}

bool CheckedCode::right() const {
  return std::ranges::all_of(runs, &CodeRun::right) && own && findings().empty();
}

}  // namespace gpumodel
