#include "src/cli/learn/code.hpp"

#include <cstring>
#include <fstream>
#include <random>

#include "src/app/program/timeline.hpp"
#include "src/cli/application/build.hpp"
#include "src/cli/application/sandbox.hpp"
#include "src/cli/learn/judged_code.hpp"
#include "src/cli/measure/cuda_compiler.hpp"
#include "src/cli/measure/machine_error.hpp"
#include "src/diagnostics/refuse_call.hpp"

namespace gpumodel {
namespace {

class CodeJudge {
 public:
  CodeJudge(const CodeExercise& exercise, std::string file, Console& console)
      : exercise_(exercise), file_(std::move(file)), console_(console) {}

  CheckedCode judge(const std::string& where) {
    const auto gpu = chosen_gpu(where);
    CheckedCode checked{exercise_, gpu.value_or("the processor")};
    if (!sandbox().without_network)
      tell(console_, "code runs with a network: 'unshare --user --net' is not permitted here");
    if (gpu) {
      run(*code_on_gpu(exercise_, file_), checked);
      if (!all_right(checked)) return checked;
    }
    try {
      const auto own = predicted(file_);
      if (!gpu) run(*own, checked);
      if (!all_right(checked)) return checked;
      checked.own = demand(*own, checked);
      if (!checked.own) return checked;
      // What the course says is right, without its marks.
      const TemporaryFolder folder;
      const std::string solution = folder.file(exercise_.id + exercise_.ending());
      std::ofstream(solution) << solution_in(exercise_.source.content);
      checked.solution = predicted(solution)->demand(exercise_.timed);
    } catch (MachineError& error) {
      if (gpu) error.what.hints.push_back("its answers are right on " + *gpu);
      throw;
    }
    return checked;
  }

 private:
  std::optional<std::string> chosen_gpu(const std::string& where) const {
    if (where == "cpu" || (exercise_.is_openacc() && where.empty())) return std::nullopt;
    if (!where.empty() && where != "gpu") {
      refuse_call("usage", "code does not run on '" + where + "'", {"known: gpu, cpu"});
    }
    if (exercise_.is_openacc()) {
      refuse_call("usage", "'" + exercise_.id + "' is OpenACC, which runs on the processor",
                  {"without --on it does"});
    }
    auto gpu = find_gpu();
    if (where.empty() && !find_nvcc()) gpu.reset();
    if (gpu || where.empty()) return gpu;
    throw MachineError{{.id = "no-device",
                        .message = "code cannot run on a GPU: nvidia-smi shows none",
                        .hints = {"on the processor: --on cpu"}},
                       exit_code::no_device};
  }

  std::unique_ptr<PredictedCode> predicted(const std::string& file) {
    return exercise_.is_openacc() ? code_in_openacc(exercise_, file)
                                  : code_in_cuda(exercise_, file, console_);
  }

  // What ends at the size that is timed, and at no other, is wrong there.
  std::optional<CodeDemand> demand(PredictedCode& code, CheckedCode& into) const {
    try {
      return code.demand(exercise_.timed);
    } catch (const InputError& error) {
      if (error.found.empty() || error.found.front().id != "application-failed") throw;
      into.runs.push_back({exercise_.timed, 1, false, error.found.front().message});
      return std::nullopt;
    }
  }

  static bool all_right(const CheckedCode& checked) {
    return std::ranges::all_of(checked.runs, &CodeRun::right);
  }

  void run(JudgedCode& code, CheckedCode& into) {
    // Of neighbours one is odd, and hardly ever are both whole numbers of blocks.
    const std::int64_t any = between();
    std::vector<std::int64_t> sizes = {exercise_.least, any, std::min(any + 1, exercise_.most),
                                       exercise_.most};
    if (code.runs_timed()) sizes.push_back(exercise_.timed);
    for (const std::int64_t size : sizes) {
      const JudgeCall call{size, random(1, 1'000'000), random(40, 120)};
      const std::string why = code.fault(call);
      into.runs.push_back({size, call.seed, why.empty(), why});
    }
  }

  std::int64_t between() {
    const std::int64_t last = std::max(exercise_.least, exercise_.most - 1);
    return std::uniform_int_distribution<std::int64_t>(exercise_.least, last)(random_);
  }
  int random(int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random_);
  }

  const CodeExercise& exercise_;
  std::string file_;
  Console& console_;
  std::random_device random_;
};

}  // namespace

RunLimits limits_of_code() {
  return {std::stod(seconds_of_code), 2.0 * 1024 * 1024 * 1024, true};
}

std::vector<std::string> JudgeCall::arguments() const {
  return {std::to_string(size), std::to_string(seed), std::to_string(code)};
}

std::string fault_of(const RunEnd& end, const JudgeCall& call) {
  if (end.interrupted) {
    throw InputError{{{.id = "application-failed", .message = "interrupted"}}};
  }
  if (end.timed_out) return std::string("stopped after ") + seconds_of_code + " s";
  if (end.too_big) return std::string("it took more memory than ") + bytes_of_code;
  if (end.signal != 0) return std::string("it crashed (") + strsignal(end.signal) + ")";
  return end.exit_code == call.code ? "" : "wrong";
}

CodeDemand demand_of(const ProgramAsk& machine, std::shared_ptr<const ProgramFile> program) {
  ProgramAsk ask = machine;
  ask.program = std::move(program);
  ProgramAnswer answer = begin_answer(ask);
  settle(ask, answer);
  forecast_program(answer);
  return demand_of(answer);
}

CheckedCode check_code(const CodeExercise& exercise, const std::string& file,
                       const std::string& where, Console& console) {
  return CodeJudge(exercise, file, console).judge(where);
}

}  // namespace gpumodel
