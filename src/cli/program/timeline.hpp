// A program that was read, on the timeline.
#pragma once

#include <nlohmann/json.hpp>

#include "src/cli/common/console.hpp"
#include "src/cli/program/options.hpp"

namespace gpumodel {

// Checks the program and fills the forecast, with its interval, and what would help. `scaling`:
// also on 1, 2, ... devices. Throws InputError.
void forecast_program(ProgramAnswer& answer, const ProgramOptions& options);

// The time with its interval, and the textbook's, on the counts that were asked for: nothing else.
// `costs` are kept from one call to the next, of this program with the answer's model and host.
void time_program(ProgramAnswer& answer, KernelCosts& costs);
KernelCosts kernel_costs(const ProgramAnswer& answer);

// The same with the best chunk count and number of streams, where the program has chunks.
void search_overlap(ProgramAnswer& answer);

// Warnings of the answer, to where diagnostics go.
void report_warnings(Console& console, const ProgramAnswer& answer);

// What the program does with the options of its forecast, for gpumodel-run-program.
nlohmann::ordered_json program_script(ProgramAnswer& answer);

}  // namespace gpumodel
