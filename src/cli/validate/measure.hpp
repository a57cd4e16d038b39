// Measures what is planned, one process per case, and keeps what comes.
#pragma once

#include <optional>

#include "src/cli/common/console.hpp"
#include "src/cli/validate/plan.hpp"

namespace gpumodel {

// Nothing if the user interrupted; what was measured is then in the partial record, if there is
// one. Throws MachineError (no runner, no device), UsageError and InputError (the record).
std::optional<Record> measured(const std::vector<PlannedCase>& cases, BackendKind backend,
                               const ValidateOptions& options, Console& console);

}  // namespace gpumodel
