#include "src/cli/measure/measuring_program.hpp"

#include <cstring>

#include "src/cli/common/console.hpp"
#include "src/cli/measure/find_program.hpp"
#include "src/cli/measure/machine_error.hpp"

namespace gpumodel {
namespace {

constexpr double start_limit = 60.0;  // a driver that starts up takes seconds

[[noreturn]] void refuse_measuring(std::string_view id, std::string message,
                                   std::vector<std::string> hints) {
  throw MachineError{{.id = id, .message = std::move(message), .hints = std::move(hints)},
                     exit_code::no_device};
}

}  // namespace

MeasuringProgram::MeasuringProgram(const std::string& name, std::string how, std::string instead)
    : instead_(std::move(instead)) {
  std::optional<std::string> path = find_runner(name);
  if (!path) {
    refuse_measuring(
        "runner-missing", "the program " + name + " is not installed",
        {std::move(how),
         "looked in $GPUMODEL_RUNNER_PATH, beside this program, in ../libexec/gpumodel", instead_});
  }
  path_ = std::move(*path);
}

void MeasuringProgram::fail(const std::string& what) const {
  refuse_measuring("runner-failed", what, {"the program: " + path_});
}

std::string MeasuringProgram::answer(const std::string& question) const {
  const ProcessResult result = run_process({path_, question}, start_limit);
  if (result.signal == 0 && result.why_not.empty() && result.exit_code == exit_code::no_device) {
    const std::string words = result.last_words();
    refuse_measuring("no-device", words.empty() ? "there is no usable device" : words,
                     {"see what this machine can do: gpumodel doctor", instead_});
  }
  if (const std::string ending = how_it_ended(result, start_limit); !ending.empty()) {
    fail("asked for " + question + ": " + ending);
  }
  return result.out;
}

std::string how_it_ended(const ProcessResult& result, double limit_seconds) {
  const std::string words = result.last_words();
  const std::string behind = words.empty() ? "" : ": " + words;
  if (!result.why_not.empty()) return "did not start: " + result.why_not;
  if (result.timed_out) {
    return "stopped after " + std::to_string(static_cast<int>(limit_seconds)) + " s" + behind;
  }
  if (result.overflowed) return "printed more than 16 MB";
  if (result.signal != 0) {
    const char* name = strsignal(result.signal);
    return "crashed (" + std::string(name == nullptr ? "unknown signal" : name) + ")" + behind;
  }
  if (result.exit_code == 0) return "";
  return words.empty() ? "ended with exit code " + std::to_string(result.exit_code) : words;
}

}  // namespace gpumodel
