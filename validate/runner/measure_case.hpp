// One case from its start to the points of a record.
#pragma once

#include <nlohmann/json.hpp>

#include "validate/cases/reference.hpp"
#include "validate/runner/time_point.hpp"

namespace gpumodel {

// A point per cache state, as in a record. A wrong answer is never timed. Throws CaseError,
// NoDevice and DeviceFault.
nlohmann::ordered_json measure_case(Backend& backend, KernelCase& c, const Reference& reference,
                                    const MeasureOptions& options);

}  // namespace gpumodel
