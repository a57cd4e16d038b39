// CUDA on a GPU of this machine, compiled by nvcc.
#include "src/cli/application/build.hpp"
#include "src/cli/learn/judged_code.hpp"
#include "src/cli/measure/cuda_compiler.hpp"
#include "src/cli/measure/find_program.hpp"
#include "src/cli/measure/machine_error.hpp"
#include "src/cli/measure/process.hpp"

namespace gpumodel {
namespace {

constexpr double seconds_of_nvcc = 120.0;
constexpr double seconds_of_driver = 60.0;  // one that starts up takes seconds

class CodeOnGpu : public JudgedCode {
 public:
  CodeOnGpu(const CodeExercise& exercise, const std::string& file)
      : program_(folder_.file("code")) {
    const auto nvcc = find_nvcc();
    if (!nvcc) {
      throw MachineError{{.id = "nvcc-missing",
                          .message = "code runs on a GPU as nvcc compiles it, and there is none",
                          .hints = {"on the processor: --on cpu"}},
                         exit_code::no_device};
    }
    const ProcessResult result = run_process(
        {*nvcc, "-std=c++17", "-O2", "-arch=native", "-o", program_, file, exercise.judge},
        seconds_of_nvcc);
    if (result.exit_code == 0 && !result.timed_out) return;
    const std::string why = result.timed_out          ? "it was stopped"
                            : !result.why_not.empty() ? result.why_not
                                                      : first_error(result.err + result.out);
    throw InputError{{{.id = "source-error", .message = "nvcc: " + why, .file = file}}};
  }

  std::string fault(const JudgeCall& call) override {
    std::vector<std::string> command = {program_};
    for (std::string& each : call.arguments()) command.push_back(std::move(each));
    return fault_of(run_recorded(command, {}, {}, limits_of_code(), Printed::to_err,
                                 [](const std::string&) { return std::nullopt; }),
                    call);
  }
  bool runs_timed() const override { return true; }

 private:
  TemporaryFolder folder_;
  std::string program_;
};

}  // namespace

// "GPU 0: NVIDIA H200 (UUID: GPU-...)", a line each.
std::optional<std::string> find_gpu() {
  const auto asked = find_on_path("nvidia-smi");
  if (!asked) return std::nullopt;
  const ProcessResult result = run_process({*asked, "-L"}, seconds_of_driver);
  if (result.exit_code != 0 || !result.out.starts_with("GPU ")) return std::nullopt;
  const std::size_t begin = result.out.find(": "), end = result.out.find(" (");
  if (begin == std::string::npos || end == std::string::npos || end < begin) return "a GPU";
  return result.out.substr(begin + 2, end - begin - 2);
}

std::unique_ptr<JudgedCode> code_on_gpu(const CodeExercise& exercise, const std::string& file) {
  return std::make_unique<CodeOnGpu>(exercise, file);
}

}  // namespace gpumodel
