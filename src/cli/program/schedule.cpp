#include "src/cli/program/schedule.hpp"

#include <CLI/CLI.hpp>

#include "src/diagnostics/refuse_call.hpp"
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

}  // namespace gpumodel
