// Records to the answer: predictions, verdicts, what is to be said about them, the exit code.
#pragma once

#include "src/app/validate/answer.hpp"
#include "src/cli/validate/files.hpp"
#include "src/cli/validate/options.hpp"

namespace gpumodel {

// A record, or what was measured just now.
struct ValidateInput {
  Record record;
  std::optional<InputFile> file;  // none: measured now
};

// Which points are looked at.
struct PointFilter {
  std::vector<std::string> kernels;    // ids; empty: all
  std::optional<BackendKind> backend;  // none: all
  std::vector<CacheStart> caches;      // empty: all

  bool keeps(const Point& point) const;
};

// Throws InputError: --device or --host cannot be used.
ValidateAnswer judged_answer(std::vector<ValidateInput> inputs, const PointFilter& filter,
                             std::vector<PointSet> sets, KernelShelf& kernels,
                             const ValidateOptions& options, const ValidateCall& call);

// Level reached, notes and exit code; `judged` and `bars` are set before.
void conclude(ValidateAnswer& answer, int required_level);

}  // namespace gpumodel
