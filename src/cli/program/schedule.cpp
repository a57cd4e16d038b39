#include "src/cli/program/schedule.hpp"

#include <CLI/CLI.hpp>

#include "src/cli/common/refuse_call.hpp"
#include "src/io/text/nearest.hpp"

namespace gpumodel {

void ScheduleOption::declare(CLI::App& app) {
  app.add_option("--schedule", text,
                 "launch or openacc, for kernel files that state both (default launch)")
      ->type_name("WAY");
}

LaunchWay ScheduleOption::chosen() const {
  if (text.empty()) return LaunchWay::any;
  if (text == "launch") return LaunchWay::launch;
  if (text == "openacc") return LaunchWay::openacc;
  const std::vector<std::string> known = {"launch", "openacc"};
  std::vector<std::string> hints = did_you_mean(text, known);
  hints.emplace_back("known: launch openacc");
  refuse_call("schedule-unknown", "no schedule '" + text + "'", std::move(hints));
}

InputError to_input_error(const ScheduleMissing& missing, const Kernel& kernel) {
  const std::string_view way = missing.asked == LaunchWay::openacc ? "openacc" : "launch";
  return {{{.id = "schedule-missing",
            .message = "the file of '" + kernel.id + "' states no '" + std::string(way) + ":'",
            .hints = {"see: gpumodel kernels show " + kernel.id}}}};
}

}  // namespace gpumodel
