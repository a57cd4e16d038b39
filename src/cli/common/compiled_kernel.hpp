// predict --from-ptxas and --cubin: registers, spills and static shared memory as the compiler
// chose them, in place of those of the descriptor.
#pragma once

#include <optional>
#include <string>

#include "models/kernel/kernel.hpp"
#include "src/app/predict/predict.hpp"

namespace CLI {
class App;
}

namespace gpumodel {

struct CompiledKernelOption {
  std::string ptxas_log, cubin, entry;

  void declare(CLI::App& app);
  bool is_given() const { return !ptxas_log.empty() || !cubin.empty() || !entry.empty(); }

  // The kernel chosen from the compiler's output: the one whose name holds `entry`, for the
  // device's capability where there are several. Nothing where no output was named. Throws
  // UsageError (contradictions, more than one fits) and InputError (the file, none fits).
  std::optional<CompiledKernel> find(ComputeCapability capability) const;
};

}  // namespace gpumodel
