// --from-ncu: counters that Nsight Compute read, perhaps elsewhere, joined to points.
#pragma once

#include <vector>

#include "src/app/validate/judge.hpp"

namespace gpumodel {

// A launch belongs to the points of its kernel with its grid and block, on CUDA and with cold
// caches: the profiler flushes them before each launch. Launches that fit points of several
// parameter sets are left out. What fits nothing is told in `notes`. Throws InputError.
void join_counters(const std::string& report, std::vector<ValidateInput>& inputs,
                   std::vector<Diagnostic>& notes);

}  // namespace gpumodel
