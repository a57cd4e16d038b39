// Records to the answer: predictions, verdicts, what is to be said about them, the exit code.
#pragma once

#include <string>
#include <vector>

#include "src/app/validate/answer.hpp"
#include "src/app/validate/files.hpp"

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

struct JudgeAsk {
  std::vector<ValidateInput> inputs;
  PointFilter filter{};
  std::vector<PointSet> sets{};  // of the suite
  std::string device{}, host{};  // names; empty: the files that describe the machine
  const Model* model = &default_model();
  double tolerance = 0.1;  // a fraction
  bool why = false;        // counted inputs in place of predicted ones
};

// Throws InputError: the device or the host that is named cannot be used.
ValidateAnswer judge_points(JudgeAsk ask, KernelShelf& kernels);

inline constexpr std::size_t most_told = 5;  // bars, faults or troubles that are told one by one

// Level reached, notes and exit code; `judged` and `bars` are set before.
void conclude(ValidateAnswer& answer, int required_level);

}  // namespace gpumodel
