// What is to be measured: the kernels that were named, or a suite.
#pragma once

#include "src/app/validate/files.hpp"
#include "src/cli/measure/runner.hpp"
#include "src/cli/validate/options.hpp"
#include "src/io/record/read_suite.hpp"

namespace gpumodel {

struct PlannedCase {
  RunnerCase run;
  double bytes = 0.0;  // of its arrays on the device
};

// That of --suite, else the library's. Throws InputError.
SuiteFile load_suite(const ValidateOptions& options);

// `backend`: nothing for all. Throws InputError: kernels, parameters or points that are wrong.
std::vector<PlannedCase> planned(const ValidateOptions& options, const ValidateCall& call,
                                 const SuiteFile& suite, std::optional<BackendKind> backend,
                                 KernelShelf& kernels);

}  // namespace gpumodel
