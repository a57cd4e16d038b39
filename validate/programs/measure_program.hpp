// A program of a script from its start to the point of a record. The programs gpumodel-run-program
// and gpumodel-run-program-openacc are one main() with one backend each.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "validate/runner/sampling.hpp"

namespace gpumodel {

// Programs that the backend has code of its own for, which also runs on the host; empty: it runs
// any script, on devices only.
std::vector<std::string> programs_with_code();

// The members of `environment` in a record. Throws NoDevice.
nlohmann::ordered_json program_environment();

struct ProgramRequest {
  std::string script;
  SamplingLimits limits;
  bool host_device = false;  // on the host instead of a device; answers are checked, no time taken
};

// A wrong answer is never timed. Throws CaseError, InputError, NoDevice and DeviceFault.
nlohmann::ordered_json measure_program(const ProgramRequest& request);

}  // namespace gpumodel
