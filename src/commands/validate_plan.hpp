// What is to be measured: the kernels that were named, or a suite.
#pragma once

#include "src/commands/runner.hpp"
#include "src/commands/validate_files.hpp"
#include "src/commands/validate_options.hpp"

namespace gpumodel {

struct PlannedCase {
  RunnerCase run;
  double bytes = 0.0;  // of its arrays on the device
};

// `backend`: nothing for all. Throws InputError: kernels, parameters or a suite that are wrong.
std::vector<PlannedCase> planned(const ValidateOptions& options, const ValidateCall& call,
                                 std::optional<BackendKind> backend, KernelShelf& kernels);

}  // namespace gpumodel
