#include "src/cli/program/runner.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "src/app/common/how_to_build.hpp"
#include "src/cli/common/console.hpp"
#include "src/cli/library/descriptor.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/record/read_program_record.hpp"

namespace gpumodel {
namespace {

namespace fs = std::filesystem;

// A file of this process alone, which goes with this object.
class ScriptFile {
 public:
  explicit ScriptFile(const std::string& text) {
    std::error_code ignored;
    path_ = (fs::temp_directory_path(ignored) / "gpumodel-script-XXXXXX").string();
    const Descriptor file(mkstemp(path_.data()));
    if (!file.is_open() || !file.write(text)) {
      fs::remove(path_, ignored);
      refuse_call("output-file", path_ + " cannot be written",
                  {"scripts of programs go there: is the disk full? $TMPDIR names another folder"});
    }
  }
  ~ScriptFile() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }
  ScriptFile(const ScriptFile&) = delete;
  ScriptFile& operator=(const ScriptFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

ProgramPoint without_time(ProgramPoint point, PointStatus status, std::string reason) {
  point.status = status;
  point.reason = std::move(reason);
  return point;
}

std::string name_of_runner(BackendKind backend) {
  return backend == BackendKind::openacc ? "gpumodel-run-program-openacc" : "gpumodel-run-program";
}

const char* how_to_build_programs(BackendKind backend) {
  return backend == BackendKind::openacc ? build_for_openacc : build_for_cuda;
}

}  // namespace

ProgramRunner::ProgramRunner(BackendKind backend)
    : backend_(backend),
      program_(name_of_runner(backend), how_to_build_programs(backend),
               "records can be compared all the same: gpumodel validate --programs --replay PATH") {
}

std::optional<std::vector<std::string>> ProgramRunner::programs() const {
  if (backend_ == BackendKind::cuda) return std::nullopt;
  try {
    return read_listed_programs(program_.answer("--list"), program_.path());
  } catch (const InputError& error) {
    program_.fail("does not list its programs: " + error.found.front().message);
  }
}

ProgramEnvironment ProgramRunner::environment() const {
  try {
    ProgramEnvironment environment =
        read_program_environment(program_.answer("--environment"), program_.path());
    if (environment.backend != backend_) {
      program_.fail("is a runner for " + std::string(to_string(environment.backend)));
    }
    return environment;
  } catch (const InputError& error) {
    program_.fail("does not describe its devices: " + error.found.front().message);
  }
}

std::optional<ProgramPoint> ProgramRunner::measure(const std::string& script,
                                                   const ProgramPoint& asked, double seconds,
                                                   double limit_seconds) const {
  const ScriptFile file(script);
  const ProcessResult result =
      run_process({program_.path(), "--script", file.path(), "--seconds", std::to_string(seconds)},
                  limit_seconds);
  if (result.interrupted) return std::nullopt;
  const std::string ending = how_it_ended(result, limit_seconds);
  const int code = result.exit_code;
  if (code == exit_code::bad_input) return without_time(asked, PointStatus::skipped, ending);
  // Of a process that ended by itself; a wrong answer is in its output.
  if (!ending.empty() && code != exit_code::check_failed) {
    return without_time(asked, PointStatus::failed, ending);
  }
  try {
    return read_measured_program(result.out, "the runner", asked);
  } catch (const InputError& error) {
    return without_time(asked, PointStatus::failed,
                        "the runner printed no measurement: " + error.found.front().message);
  }
}

}  // namespace gpumodel
