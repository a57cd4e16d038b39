// Which programs are to be measured: those of the suite, some of them, or one that was named.
#pragma once

#include <vector>

#include "models/validation/program_record.hpp"
#include "src/commands/validate_options.hpp"

namespace gpumodel {

// With all parameters and the number of GPUs each needs. Throws InputError: programs, parameters or
// a suite that are wrong.
std::vector<ProgramPoint> planned_programs(const ValidateOptions& options);

// Whether one of the names asked for means this point: its program or its set. No names: all.
bool is_asked_for(const ProgramPoint& point, const std::vector<std::string>& names);

}  // namespace gpumodel
