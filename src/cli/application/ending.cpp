#include "src/cli/application/ending.hpp"

#include <cstring>
#include <utility>

#include "src/io/text/format.hpp"

namespace gpumodel {

std::string name_of_signal(int number) {
  const char* name = strsignal(number);
  return name == nullptr ? "signal " + std::to_string(number) : name;
}

std::string seconds_text(const RunLimits& limits) {
  return std::to_string(static_cast<int>(limits.seconds)) + " s";
}

std::string launches_text(std::size_t n) {
  return n == 1 ? "1 launch" : std::to_string(n) + " launches";
}

std::string ending_text(const RunEnd& end, const RunLimits& limits, const std::string& behind) {
  if (end.timed_out) return "stopped after " + seconds_text(limits);
  if (end.signal == 0) return "exit code " + std::to_string(end.exit_code);
  return "crashed (" + name_of_signal(end.signal) + ")" + behind + ", and is predicted until then";
}

void refuse_stopped(const RunEnd& end, const RunLimits& limits, const std::string& behind) {
  if (end.interrupted) throw InputError{{{.id = "application-failed", .message = "interrupted"}}};
  if (end.too_big) {
    throw InputError{{{.id = "application-failed",
                       .message = "the application took more memory than " +
                                  format_capacity(Bytes{limits.bytes}) + behind,
                       .hints = {"--memory-limit SIZE allows more: device memory is here, too"}}}};
  }
}

Diagnostic left_out_note(const std::string& name, std::size_t launches) {
  return run_note("not predicted, for it is not described: " + name + ", " +
                  launches_text(launches) + ", no longer here than a launch takes");
}

Diagnostic run_note(std::string message) {
  return {.severity = Severity::note, .id = "application-run", .message = std::move(message)};
}

}  // namespace gpumodel
