#include "src/commands/runner.hpp"

#include <cstring>

#include "src/commands/console.hpp"
#include "src/commands/find_program.hpp"
#include "src/commands/machine_error.hpp"
#include "src/commands/process.hpp"
#include "src/input/read_record.hpp"

namespace gpumodel {
namespace {

constexpr double environment_limit = 60.0;  // a driver that starts up takes seconds

std::string found_program(BackendKind backend) {
  const std::string name = "gpumodel-run-" + std::string(to_string(backend));
  if (const std::optional<std::string> path = find_runner(name)) return *path;
  const char* how =
      backend == BackendKind::cuda
          ? "build it: cmake --preset cuda && cmake --build --preset cuda (needs nvcc)"
      : backend == BackendKind::openacc
          ? "build it with a compiler that offloads OpenACC, such as GCC with "
            "gcc-offload-nvptx: see docs/validation.md"
          : "build it with a compiler that knows OpenMP: see docs/validation.md";
  Diagnostic fault{.id = "runner-missing", .message = "the program " + name + " is not installed"};
  fault.hints = {how,
                 "looked in $GPUMODEL_RUNNER_PATH, beside this program, in ../libexec/gpumodel",
                 "without it, records can be compared: gpumodel validate --replay PATH"};
  throw MachineError{std::move(fault), exit_code::no_device};
}

[[noreturn]] void refuse(std::string_view id, std::string message, std::vector<std::string> hints) {
  throw MachineError{{.id = id, .message = std::move(message), .hints = std::move(hints)},
                     exit_code::no_device};
}

// How a process that gave no usable answer ended, in words.
std::string ending(const ProcessResult& result, double limit_seconds) {
  const std::string words = result.last_words();
  const std::string behind = words.empty() ? "" : ": " + words;
  if (!result.why_not.empty()) return "the runner did not start: " + result.why_not;
  if (result.timed_out) {
    return "stopped after " + std::to_string(static_cast<int>(limit_seconds)) + " s" + behind;
  }
  if (result.overflowed) return "the runner printed more than 16 MB";
  if (result.signal != 0) {
    const char* name = strsignal(result.signal);
    return "the runner crashed (" + std::string(name == nullptr ? "unknown signal" : name) + ")" +
           behind;
  }
  if (!words.empty()) return words;
  return "the runner ended with exit code " + std::to_string(result.exit_code);
}

std::vector<Point> without_time(const RunnerCase& c, PointStatus status,
                                const std::string& reason) {
  std::vector<Point> points;
  for (const CacheStart cache : c.caches) {
    points.push_back(c.blank);
    points.back().cache = cache;
    points.back().status = status;
    points.back().reason = reason;
  }
  return points;
}

bool are_those_asked_for(const std::vector<Point>& points, const RunnerCase& c) {
  if (points.size() != c.caches.size()) return false;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point& point = points[i];
    if (point.kernel != c.blank.kernel || point.backend != c.blank.backend ||
        point.cache != c.caches[i] || parameter_text(point) != parameter_text(c.blank)) {
      return false;
    }
  }
  return true;
}

std::vector<std::string> command_line(const std::string& program, const RunnerCase& c,
                                      const RunnerOptions& options) {
  std::vector<std::string> words = {program, "--kernel", c.kernel_path};
  for (const std::string& definition : c.definitions) {
    words.emplace_back("-D");
    words.push_back(definition);
  }
  std::string caches;
  for (const CacheStart cache : c.caches) {
    caches += (caches.empty() ? "" : ",") + std::string(to_string(cache));
  }
  words.insert(words.end(), {"--cache", caches, "--seconds", std::to_string(options.seconds)});
  if (options.counters) words.emplace_back("--counters");
  return words;
}

}  // namespace

Runner::Runner(BackendKind backend) : backend_(backend), path_(found_program(backend)) {}

Environment Runner::environment() const {
  const ProcessResult result = run_process({path_, "--environment"}, environment_limit);
  const bool ended = result.signal == 0 && result.why_not.empty() && !result.timed_out;
  if (ended && result.exit_code == exit_code::no_device) {
    const std::string words = result.last_words();
    refuse("no-device", words.empty() ? "there is no usable device" : words,
           {"see what this machine can do: gpumodel doctor",
            "compare records instead: gpumodel validate --replay PATH"});
  }
  if (!ended || result.exit_code != 0) {
    refuse("runner-failed", "asked for its device, " + ending(result, environment_limit),
           {"the program: " + path_});
  }
  Environment environment;
  try {
    environment = read_environment(result.out, path_);
  } catch (const InputError& error) {
    refuse("runner-failed", "does not describe its device: " + error.found.front().message,
           {"the program: " + path_});
  }
  if (environment.backend != backend_) {
    refuse("runner-failed", "is a runner for " + std::string(to_string(environment.backend)),
           {"the program: " + path_});
  }
  return environment;
}

std::vector<Point> Runner::measure(const RunnerCase& c, const RunnerOptions& options) const {
  const ProcessResult result = run_process(command_line(path_, c, options), options.limit_seconds);
  if (result.interrupted) return {};
  const bool ended =
      result.signal == 0 && result.why_not.empty() && !result.timed_out && !result.overflowed;
  if (ended && result.exit_code == exit_code::bad_input) {
    return without_time(c, PointStatus::skipped, ending(result, options.limit_seconds));
  }
  if (!ended || result.exit_code > exit_code::check_failed) {
    return without_time(c, PointStatus::failed, ending(result, options.limit_seconds));
  }
  try {
    std::vector<Point> points = read_runner_output(result.out, "the runner").points;
    if (are_those_asked_for(points, c)) return points;
    return without_time(c, PointStatus::failed, "the runner measured other points");
  } catch (const InputError& error) {
    return without_time(c, PointStatus::failed,
                        "the runner printed no record: " + error.found.front().message);
  }
}

}  // namespace gpumodel
