// A student's code, judged: whether its answers are right where it was run, and what its kernels
// ask of the device beside those of the solution.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/app/program/answer.hpp"
#include "src/io/course/read_code.hpp"

namespace gpumodel {

// Run at a size and with inputs that nobody has seen.
struct CodeRun {
  std::int64_t size = 1;
  int seed = 0;
  bool right = false;
  std::string why{};  // it is not
};

struct CodeDemand {
  double whole_s = 0.0;    // from begin to end, the host's own code apart
  double kernels_s = 0.0;  // one after the other, as the following
  double sectors = 0.0;    // of all requests to global memory
  double turns = 0.0;      // of those to shared memory: clocks of its data path
};
CodeDemand demand_of(const ProgramAnswer& answer);

struct CheckedCode {
  CodeExercise exercise;
  std::string ran_on;  // "the processor", or the GPU's name
  std::vector<CodeRun> runs{};
  std::optional<CodeDemand> own{};  // nothing where an answer is wrong
  CodeDemand solution{};

  // What it does worse than the solution, in words; empty: nothing.
  std::vector<std::string> findings() const;
  bool right() const;
};

// More than the solution takes, that passes for the same.
inline constexpr double as_good_as = 1.1;
// What takes less than this part of the solution's time does not do all of the work at that size.
inline constexpr double too_good = 0.5;

}  // namespace gpumodel
