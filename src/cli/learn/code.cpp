#include "src/cli/learn/code.hpp"

#include <fstream>
#include <random>

#include "src/app/program/timeline.hpp"
#include "src/cli/application/application.hpp"
#include "src/cli/application/build.hpp"
#include "src/cli/program/options.hpp"
#include "src/diagnostics/refuse_call.hpp"

namespace gpumodel {
namespace {

// Of one run; it needs far less at these sizes.
constexpr const char* most_seconds = "30";
constexpr const char* most_bytes = "2Gi";

class CodeJudge {
 public:
  CodeJudge(const CodeExercise& exercise, std::string file, Console& console)
      : exercise_(exercise), file_(std::move(file)), console_(console) {
    ProgramOptions options;
    options.device = exercise.device;
    machine_ = options.ask([](ProgramAsk&) {});
  }

  CheckedCode judge() {
    CheckedCode checked{exercise_, {}};
    for (const std::int64_t size : {exercise_.least, between(), exercise_.most}) {
      checked.runs.push_back(run_at(size));
    }
    for (const CodeRun& each : checked.runs) {
      if (!each.right) return checked;
    }
    checked.own = demand_at(file_);
    // What the course says is right, without its marks.
    const TemporaryFolder folder;
    const std::string solution = folder.file(exercise_.id + ".cu");
    std::ofstream(solution) << solution_in(exercise_.source.content);
    checked.solution = demand_at(solution);
    return checked;
  }

 private:
  std::int64_t between() {
    return std::uniform_int_distribution<std::int64_t>(exercise_.least, exercise_.most)(random_);
  }

  RecordedApplication record(const std::string& source, std::int64_t size, int seed, int code,
                             bool executes) {
    ApplicationAsk what;
    what.options.sources = {source, exercise_.judge};
    what.options.arguments = {std::to_string(size), std::to_string(seed), std::to_string(code)};
    what.options.given = true;
    what.options.executes = executes;
    what.options.seconds = most_seconds;
    what.options.memory = most_bytes;
    what.print_to_err = true;
    return record_application(what, machine_, console_);
  }

  // The judge ends with a code that the student's file does not know: exit(0) is no answer.
  CodeRun run_at(std::int64_t size) {
    const int seed = std::uniform_int_distribution<int>(1, 1'000'000)(random_);
    const int code = std::uniform_int_distribution<int>(40, 120)(random_);
    CodeRun run{size, seed};
    try {
      const RecordedApplication made = record(file_, size, seed, code, true);
      run.right = made.exit_code == code && made.unverified.empty() && !made.cut_short;
      run.why = made.cut_short             ? "stopped after " + std::string(most_seconds) + " s"
                : !made.unverified.empty() ? made.unverified
                                           : "wrong";
    } catch (const InputError& error) {
      // What the code does wrong when it runs; what does not compile is no answer at all.
      if (error.found.empty() || error.found.front().id != "application-failed") throw;
      run.why = error.found.front().message;
    }
    if (run.right) run.why.clear();
    return run;
  }

  CodeDemand demand_at(const std::string& source) {
    const RecordedApplication made = record(source, exercise_.timed, 1, 0, false);
    ProgramAsk ask = machine_;
    ask.program = made.program;
    ProgramAnswer answer = begin_answer(ask);
    settle(ask, answer);
    forecast_program(answer);
    return demand_of(answer);
  }

  const CodeExercise& exercise_;
  std::string file_;
  Console& console_;
  ProgramAsk machine_;
  std::random_device random_;
};

}  // namespace

CheckedCode check_code(const CodeExercise& exercise, const std::string& file, Console& console) {
  return CodeJudge(exercise, file, console).judge();
}

}  // namespace gpumodel
