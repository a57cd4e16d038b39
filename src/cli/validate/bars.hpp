// --bars: are predictions still as good as they were?
#pragma once

#include "src/app/validate/answer.hpp"
#include "src/app/validate/judge.hpp"
#include "src/app/validate/programs_answer.hpp"
#include "src/cli/validate/options.hpp"

namespace gpumodel {

// Judges, or with --write-bars writes, the bars. Throws InputError (the file) and UsageError.
void apply_bars(const ValidateOptions& options, ValidateAnswer& answer, Console& console);
void apply_bars(const ValidateOptions& options, ProgramsAnswer& answer, Console& console);

}  // namespace gpumodel
