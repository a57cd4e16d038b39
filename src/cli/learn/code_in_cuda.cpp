// CUDA on the processor: what it does is recorded, its kernels run from the code they are described
// from.
#include "src/app/program/timeline.hpp"
#include "src/cli/application/application.hpp"
#include "src/cli/application/build.hpp"
#include "src/cli/learn/judged_code.hpp"
#include "src/cli/program/options.hpp"

namespace gpumodel {
namespace {

class CodeInCuda : public PredictedCode {
 public:
  CodeInCuda(const CodeExercise& exercise, const std::string& file, Console& console)
      : sources_{file, exercise.judge},
        console_(console),
        built_(build_application(sources_, {}, {}, true, folder_)) {
    ProgramOptions options;
    options.device = exercise.device;
    machine_ = options.ask([](ProgramAsk&) {});
  }

  std::string fault(const JudgeCall& call) override {
    try {
      const RecordedApplication made = record(call, true);
      if (made.cut_short) return "stopped after " + std::string(seconds_of_code) + " s";
      if (!made.unverified.empty()) return made.unverified;
      return made.exit_code == call.code ? "" : "wrong";
    } catch (const InputError& error) {
      // What the code does wrong when it runs; what cannot be described is no answer at all.
      if (error.found.empty() || error.found.front().id != "application-failed") throw;
      return error.found.front().message;
    }
  }
  bool runs_timed() const override { return false; }

  CodeDemand demand(std::int64_t size) override {
    return demand_of(machine_, record({size, 1, 0}, false).program);
  }

 private:
  RecordedApplication record(const JudgeCall& call, bool executes) {
    ApplicationAsk what;
    what.options.sources = sources_;
    what.options.arguments = call.arguments();
    what.options.given = true;
    what.options.executes = executes;
    what.options.sandboxed = true;
    what.options.seconds = seconds_of_code;
    what.options.memory = bytes_of_code;
    what.print_to_err = true;
    what.predicts = !executes;
    what.host_time = false;
    what.built = &built_;
    RecordedApplication made = record_application(what, machine_, console_);
    if (!made.left_out.empty()) throw InputError{std::move(made.left_out)};
    return made;
  }

  std::vector<std::string> sources_;
  Console& console_;
  TemporaryFolder folder_;
  BuiltApplication built_;
  ProgramAsk machine_;
};

}  // namespace

std::unique_ptr<PredictedCode> code_in_cuda(const CodeExercise& exercise, const std::string& file,
                                            Console& console) {
  return std::make_unique<CodeInCuda>(exercise, file, console);
}

}  // namespace gpumodel
