#include "src/app/report/report.hpp"

#include <algorithm>

#include "src/app/coalesce/kernel.hpp"
#include "src/app/occupancy/launches.hpp"

namespace gpumodel {
namespace {

// The same launch with blocks of other sizes, whole warps and that of the launch.
OccupancyAnswer curve_of(const PredictAnswer& answer) {
  const PartialLaunch& asked = answer.occupancy->asked;
  OccupancyAsk ask;
  ask.target = target_of(*answer.ask.device, answer.ask.default_device);
  for (std::int64_t threads = lanes_per_warp; threads <= 1024; threads += lanes_per_warp) {
    ask.threads.push_back(threads);
  }
  if (std::ranges::find(ask.threads, *asked.threads) == ask.threads.end()) {
    ask.threads.push_back(*asked.threads);
    std::ranges::sort(ask.threads);
  }
  if (asked.registers_per_thread) ask.registers_per_thread = {*asked.registers_per_thread};
  if (asked.shared_memory) ask.shared_memory = {*asked.shared_memory};
  ask.library = answer.ask.library;
  return occupancies(std::move(ask));
}

}  // namespace

PredictReport report_on(const PredictAnswer& answer) {
  const PredictAsk& asked = answer.ask;
  PredictReport report{.roofline = roofline({.kernels = {asked.kernel},
                                             .overrides = {asked.overrides},
                                             .devices = {asked.device},
                                             .default_device = asked.default_device,
                                             .way = asked.way,
                                             .compiled = asked.compiled,
                                             .model = asked.model,
                                             .cache = asked.cache,
                                             .records = {},
                                             .work = asked.work}),
                       .curve = {},
                       .threads = {},
                       .lanes = {}};
  if (answer.occupancy && answer.occupancy->asked.threads) {
    report.curve = curve_of(answer);
    report.threads = static_cast<double>(*answer.occupancy->asked.threads);
  }
  if (asked.kernel->kernel.thread && !asked.compiled) {
    report.lanes = look_at_accesses({.kernel = asked.kernel,
                                     .overrides = asked.overrides,
                                     .way = asked.way,
                                     .target = target_of(*asked.device, asked.default_device),
                                     .access = {},
                                     .warp = {},
                                     .block = {},
                                     .work = asked.work,
                                     .library = asked.library});
  }
  return report;
}

}  // namespace gpumodel
