// --bars: are predictions still as good as they were?
#pragma once

#include "src/commands/validate_options.hpp"
#include "src/report/validate_answer.hpp"

namespace gpumodel {

// Judges, or with --write-bars writes, the bars. Throws InputError (the file) and UsageError.
void apply_bars(const ValidateOptions& options, ValidateAnswer& answer, Console& console);

}  // namespace gpumodel
