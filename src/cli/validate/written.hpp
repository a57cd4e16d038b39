// Kernels that no runner holds: gpumodel writes them as CUDA, nvcc compiles them here, and
// gpumodel-run-written checks, times and counts them.
#pragma once

#include <optional>
#include <vector>

#include "src/cli/common/console.hpp"
#include "src/cli/validate/options.hpp"
#include "src/io/kernel/read_kernel.hpp"

namespace gpumodel {

struct WrittenCase {
  const KernelFile* file = nullptr;
  std::vector<Number> values;
  Point blank;  // kernel, parameters, and the descriptor: it is kept with what is measured
  std::vector<CacheStart> caches;
};

struct WrittenRun {
  std::vector<WrittenCase> cases;
  std::optional<GeneratedSet> generated{};
  bool one_timer = false;
  bool counters = true;
  std::size_t per_library = 1;  // kernels that are compiled together and run in one process
  bool keep_compiled = true;
};

// Nothing if the user interrupted. Throws MachineError (no nvcc, no runner, no device), InputError
// (a kernel that cannot be written) and UsageError.
std::optional<Record> measured_as_written(const WrittenRun& run, const ValidateOptions& options,
                                          Console& console);

}  // namespace gpumodel
