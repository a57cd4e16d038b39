// Measures programs on this machine, and keeps what was measured.
#pragma once

#include <optional>

#include "models/validation/program_record.hpp"
#include "src/cli/common/console.hpp"
#include "src/cli/validate/programs_plan.hpp"
#include "src/diagnostics/diagnostic.hpp"

namespace gpumodel {

// Nothing if the user interrupted. What the machine has too few GPUs for is left out, and counted
// in a note. Throws MachineError, InputError and UsageError.
std::optional<ProgramRecord> measured_programs(std::vector<ProgramPoint> points,
                                               const ValidateOptions& options,
                                               const ValidateCall& call, const ProgramNames& names,
                                               Console& console, std::vector<Diagnostic>& notes);

}  // namespace gpumodel
