// A program of a script from its start to the point of a record.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "validate/runner/sampling.hpp"

namespace gpumodel {

// The members of `environment` in a record. Throws NoDevice.
nlohmann::ordered_json program_environment();

// A wrong answer is never timed. Throws CaseError, InputError, NoDevice and DeviceFault.
nlohmann::ordered_json measure_program(const std::string& script, const SamplingLimits& limits);

}  // namespace gpumodel
