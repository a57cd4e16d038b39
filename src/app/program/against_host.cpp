#include "src/app/program/against_host.hpp"

#include "models/time/launches_until.hpp"
#include "models/timeline/program/host_alone.hpp"
#include "src/app/common/usable_time.hpp"
#include "src/app/program/program_faults.hpp"
#include "src/app/program/timeline.hpp"

namespace gpumodel {
namespace {

struct Side {
  double time_s = 0.0;
  std::optional<IterationTimes> loop;
};

Side side_of(const ProgramAnswer& answer, const Program& program, KernelCosts& costs, Bound bound) {
  ExpandOptions options = answer.options;
  options.bound = bound;
  const Timeline timeline = expand(program, answer.values, answer.machine, costs, options);
  const std::vector<TaskTime> times = simulate(timeline.schedule);
  const double time = makespan(times);
  require_usable(time, answer.text);
  return {time, iteration_times(timeline, times)};
}

// Without a loop each further run costs as much as the first.
std::optional<std::int64_t> pays_from(const Side& device, const Side& host) {
  if (device.loop && host.loop) {
    return launches_until(Seconds{device.loop->first_s - host.loop->first_s},
                          Seconds{host.loop->each_s - device.loop->each_s});
  }
  return launches_until(Seconds{device.time_s - host.time_s}, Seconds{host.time_s - device.time_s});
}

}  // namespace

std::string why_not_against_host(const ProgramAnswer& answer) {
  if (!answer.host) return "no --host was given";
  if (answer.machine.gpus.size() > 1 || uses_several_devices(answer.program)) {
    return "it shares its work among several devices";
  }
  return {};
}

ProgramAgainstHost against_host(const ProgramAnswer& answer) {
  return with_faults_of(answer, [&] {
    KernelCosts costs = kernel_costs(answer);
    const Program alone = on_host_alone(answer.program);
    const auto device = [&](Bound bound) { return side_of(answer, answer.program, costs, bound); };
    const auto host = [&](Bound bound) { return side_of(answer, alone, costs, bound); };
    const Side here = device(Bound::expected), there = host(Bound::expected);
    const Side fastest = device(Bound::fastest), slowest = device(Bound::slowest);
    const Side least = host(Bound::fastest), most = host(Bound::slowest);
    ProgramAgainstHost found;
    found.on_host = {Seconds{there.time_s}, Seconds{least.time_s}, Seconds{most.time_s}};
    if (here.loop && there.loop) {
      found.device = here.loop;
      found.host = there.loop;
    }
    found.pays_from = {pays_from(here, there), pays_from(fastest, most), pays_from(slowest, least)};
    return found;
  });
}

}  // namespace gpumodel
