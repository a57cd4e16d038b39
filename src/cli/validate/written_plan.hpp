// What is measured as gpumodel writes it: kernels that were named, and generated ones.
#pragma once

#include "src/cli/validate/plan.hpp"
#include "src/cli/validate/written.hpp"

namespace gpumodel {

// Whether the code of the kernel is gpumodel's to write: --written, or a file of the user's own.
bool is_written(const PlannedCase& planned, const ValidateOptions& options);

// `kernels` holds those that are planned: named ones are counted as well, a suite only if asked.
// Throws InputError.
WrittenRun written_run(const std::vector<PlannedCase>& planned, const ValidateOptions& options,
                       KernelShelf& kernels);

// --random: refers to `files`, which it fills. Throws InputError and UsageError.
WrittenRun random_run(const ValidateOptions& options, std::vector<KernelFile>& files);

}  // namespace gpumodel
