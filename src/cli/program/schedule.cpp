#include "src/cli/program/schedule.hpp"

#include <CLI/CLI.hpp>

#include "models/kernel/openacc/lower.hpp"
#include "src/cli/common/command.hpp"
#include "src/io/text/nearest.hpp"
#include "src/io/text/text_file.hpp"

namespace gpumodel {

void ScheduleOption::declare(CLI::App& app) {
  app.add_option("--schedule", text,
                 "launch or openacc, for kernel files that state both (default launch)")
      ->type_name("WAY");
}

void ScheduleOption::apply(Kernel& kernel, const Gpu* gpu,
                           std::span<const std::optional<Number>> overrides) const {
  if (!text.empty() && text != "launch" && text != "openacc") {
    Diagnostic fault{.id = "schedule-unknown", .message = "no schedule '" + text + "'"};
    const std::vector<std::string> known = {"launch", "openacc"};
    fault.hints = did_you_mean(text, known);
    fault.hints.emplace_back("known: launch openacc");
    throw UsageError{std::move(fault)};
  }
  const bool stated = kernel.openacc.has_value();
  const bool other =
      text == "openacc" ? !stated : text == "launch" && stated && kernel.openacc->only_way;
  if (other) {
    Diagnostic fault{.id = "schedule-missing",
                     .message = "the file of '" + kernel.id + "' states no '" + text + ":'"};
    fault.hints = {"see: gpumodel kernels show " + kernel.id};
    throw InputError{{std::move(fault)}};
  }
  if (!stated || (text != "openacc" && !kernel.openacc->only_way)) return;
  kernel = with_openacc(kernel, gpu != nullptr ? device_facts(*gpu) : DeviceFacts{}, overrides);
}

}  // namespace gpumodel
