#include "src/app/occupancy/impossible_launch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <climits>

#include "src/io/library/load.hpp"
#include "src/io/text/format.hpp"

namespace gpumodel {
namespace {

// Devices of the library on which the launch could run, for the message about one where it cannot.
std::string devices_that_can(const PartialLaunch& asked, const Shelves& library) {
  std::string names;
  for (const std::string& name : library.names(Shelf::devices)) {
    try {
      const DeviceFile file = load_device(name, library);
      const auto* gpu = std::get_if<Gpu>(&file.device);
      const SmLimits* limits = gpu == nullptr ? nullptr : find_limits(gpu->compute_capability);
      if (limits == nullptr) continue;
      if (std::holds_alternative<Refusals>(occupancy_range(*limits, asked))) continue;
      names += (names.empty() ? "" : " ") + name;
    } catch (const InputError&) {
      continue;  // a broken file in the library is reported by `devices` and `check`
    }
  }
  return names;
}

}  // namespace

std::string fault_text(const Refusal& refusal) {
  const bool shared = refusal.fault == Fault::shared_memory_per_block ||
                      refusal.fault == Fault::shared_memory_without_opt_in;
  if (!shared || refusal.asked <= refusal.most) return describe(refusal);
  return fmt::format("{} of shared memory per block: at most {}", format_shared(refusal.asked),
                     format_shared(refusal.most));
}

const SmLimits& limits_of(ComputeCapability capability) {
  if (const SmLimits* limits = find_limits(capability)) return *limits;
  std::string known;
  for (const SmLimits& limits : all_limits()) known += " " + to_string(limits.capability);
  throw InputError{{{.id = "capability-unknown",
                     .message = "compute capability " + to_string(capability) + " is not known",
                     .hints = {"known:" + known}}}};
}

void refuse_impossible(const OccupancyPoint& point, const std::string& device,
                       const Shelves& library) {
  std::vector<Diagnostic> faults;
  for (const Refusal& refusal : std::get<Refusals>(point.result)) {
    faults.push_back({.id = "launch-impossible", .message = fault_text(refusal) + " on " + device});
  }
  const std::string able = devices_that_can(point.asked, library);
  faults.back().hints.push_back(able.empty() ? "no device of the library can run it"
                                             : "devices of the library that can: " + able);
  throw InputError{std::move(faults)};
}

OccupancyPoint occupancy_of(const LaunchShape& launch, const SmLimits& limits,
                            const std::string& device, const Shelves& library) {
  PartialLaunch asked;
  asked.threads = static_cast<int>(std::min<std::int64_t>(launch.threads_per_block(), INT_MAX));
  if (launch.registers_per_thread) {
    asked.registers_per_thread = static_cast<int>(*launch.registers_per_thread);
  }
  asked.shared_memory = launch.shared_memory.value_or(0);
  OccupancyPoint point{{}, &limits, asked, {}, solve(limits, asked)};
  if (std::holds_alternative<Refusals>(point.result)) refuse_impossible(point, device, library);
  return point;
}

std::optional<OccupancyPoint> occupancy_of(const std::optional<LaunchShape>& launch, const Gpu& gpu,
                                           const Shelves& library) {
  const SmLimits* limits = find_limits(gpu.compute_capability);
  if (!launch || limits == nullptr) return std::nullopt;
  return occupancy_of(*launch, *limits, gpu.name, library);
}

}  // namespace gpumodel
