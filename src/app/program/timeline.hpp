// A program that was read, on the timeline.
#pragma once

#include <string>
#include <vector>

#include "models/timeline/program/script.hpp"
#include "src/app/program/answer.hpp"

namespace gpumodel {

// Puts the program on this many devices: the first of its system, or as many like its own.
void settle_devices(ProgramAnswer& answer, std::size_t count);

struct ForecastExtras {
  bool explain = false;  // the terms of each kernel
  bool scaling = false;  // the time on 1, 2, ... devices
  bool remedies = true;  // what would help
};
// Checks the program and fills the forecast, with its interval, and what would help. Throws
// InputError.
void forecast_program(ProgramAnswer& answer, const ForecastExtras& extras = {});

// The time with its interval, and the textbook's, on the counts that were asked for: nothing else.
// `costs` are kept from one call to the next, of this program with the answer's model and host.
void time_program(ProgramAnswer& answer, KernelCosts& costs);
KernelCosts kernel_costs(const ProgramAnswer& answer);

// Its tasks, unchecked; `costs` as above.
Timeline program_timeline(const ProgramAnswer& answer, KernelCosts& costs);

// Whether two of its steps use the same data in no order.
bool has_race(const ProgramAnswer& answer);

// The same with the best chunk count and number of streams, where the program has chunks.
void search_overlap(ProgramAnswer& answer);

// What the program does with the options of its forecast, for gpumodel-run-program.
Script program_script(ProgramAnswer& answer);
// The files of its kernels, in the order of script.kernels.
std::vector<std::string> kernel_paths(const ProgramAnswer& answer);

}  // namespace gpumodel
