// A student's file, built with the judge of its exercise.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/app/learn/code.hpp"
#include "src/app/program/ask.hpp"
#include "src/cli/application/run.hpp"
#include "src/cli/common/console.hpp"

namespace gpumodel {

// Of one run; it needs far less at these sizes.
inline constexpr const char* seconds_of_code = "30";
inline constexpr const char* bytes_of_code = "2Gi";
RunLimits limits_of_code();

struct JudgeCall {
  std::int64_t size = 1;
  int seed = 0;
  // The judge ends with a code that the student's file does not know: exit(0) is no answer.
  int code = 0;
  std::vector<std::string> arguments() const;
};

class JudgedCode {
 public:
  virtual ~JudgedCode() = default;
  // Why the answer is wrong; empty: it is right.
  virtual std::string fault(const JudgeCall& call) = 0;
  // Whether it can run at the size at which it is timed.
  virtual bool runs_timed() const = 0;
};

class PredictedCode : public JudgedCode {
 public:
  virtual CodeDemand demand(std::int64_t size) = 0;
};

// What a run says that tells nothing about itself but its exit code.
std::string fault_of(const RunEnd& end, const JudgeCall& call);
CodeDemand demand_of(const ProgramAsk& machine, std::shared_ptr<const ProgramFile> program);

// The GPU's name; nothing where the driver shows none.
std::optional<std::string> find_gpu();

// All refer to the exercise. They throw InputError where the code does not compile, MachineError
// where what they need is not installed.
std::unique_ptr<JudgedCode> code_on_gpu(const CodeExercise& exercise, const std::string& file);
std::unique_ptr<PredictedCode> code_in_cuda(const CodeExercise& exercise, const std::string& file,
                                            Console& console);
std::unique_ptr<PredictedCode> code_in_openacc(const CodeExercise& exercise,
                                               const std::string& file);

}  // namespace gpumodel
