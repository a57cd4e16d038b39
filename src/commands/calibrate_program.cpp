#include "src/commands/calibrate_program.hpp"

#include <cstring>

#include "src/commands/console.hpp"
#include "src/commands/find_program.hpp"
#include "src/commands/machine_error.hpp"
#include "src/commands/process.hpp"
#include "src/input/read_calibration.hpp"

namespace gpumodel {
namespace {

constexpr double start_limit = 60.0;  // a driver that starts up takes seconds
constexpr double least_limit = 30.0;

[[noreturn]] void refuse(std::string_view id, std::string message, std::vector<std::string> hints) {
  throw MachineError{{.id = id, .message = std::move(message), .hints = std::move(hints)},
                     exit_code::no_device};
}

std::string found_program(bool host) {
  const std::string name = host ? "gpumodel-calibrate-host" : "gpumodel-calibrate-cuda";
  const std::optional<std::string> path = find_runner(name);
  if (!path) {
    refuse("runner-missing", "the program " + name + " is not installed",
           {host ? "build it with a compiler that knows OpenMP: see docs/calibration.md"
                 : "build it: cmake --preset cuda && cmake --build --preset cuda (needs nvcc)",
            "looked in $GPUMODEL_RUNNER_PATH, beside this program, in ../libexec/gpumodel"});
  }
  return *path;
}

// How it ended, in words; empty where it ended well.
std::string ending(const ProcessResult& result, double limit_seconds) {
  const std::string words = result.last_words();
  if (!result.why_not.empty()) return "did not start: " + result.why_not;
  if (result.timed_out) {
    return "stopped after " + std::to_string(static_cast<int>(limit_seconds)) + " s";
  }
  if (result.overflowed) return "printed too much";
  if (result.signal != 0) {
    const char* name = strsignal(result.signal);
    return "crashed (" + std::string(name == nullptr ? "unknown signal" : name) + ")" +
           (words.empty() ? "" : ": " + words);
  }
  if (result.exit_code == 0) return "";
  return words.empty() ? "ended with exit code " + std::to_string(result.exit_code) : words;
}

std::vector<CalibrationMeasurement> listed(const std::string& path) {
  const ProcessResult result = run_process({path, "--list"}, start_limit);
  const std::string why_not = ending(result, start_limit);
  if (!why_not.empty()) {
    refuse("runner-failed", "asked for its measurements: " + why_not, {"the program: " + path});
  }
  std::vector<CalibrationMeasurement> all = read_calibration_list(result.out, path);
  for (CalibrationMeasurement& one : all) one.program = path;
  return all;
}

}  // namespace

CalibrationProgram::CalibrationProgram(bool host) : path_(found_program(host)) {
  if (!host) openacc_ = find_runner("gpumodel-calibrate-openacc");
}

std::vector<CalibrationMeasurement> CalibrationProgram::list() const {
  std::vector<CalibrationMeasurement> all = listed(path_);
  if (openacc_) {
    const std::vector<CalibrationMeasurement> more = listed(*openacc_);
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

std::string CalibrationProgram::environment() const {
  const ProcessResult result = run_process({path_, "--environment"}, start_limit);
  if (result.signal == 0 && result.why_not.empty() && result.exit_code == exit_code::no_device) {
    const std::string words = result.last_words();
    refuse("no-device", words.empty() ? "there is no usable device" : words,
           {"see what this machine can do: gpumodel doctor",
            "the processor at hand: gpumodel calibrate --host"});
  }
  const std::string why_not = ending(result, start_limit);
  if (!why_not.empty()) {
    refuse("runner-failed", "asked for its device: " + why_not, {"the program: " + path_});
  }
  return result.out;
}

Measured CalibrationProgram::measure(const CalibrationMeasurement& measurement, bool quick) const {
  std::vector<std::string> words = {measurement.program, "--only", measurement.name};
  if (quick) words.emplace_back("--quick");
  const double limit = std::max(least_limit, 10.0 * measurement.seconds);
  const ProcessResult result = run_process(words, limit);
  Measured measured;
  measured.interrupted = result.interrupted;
  if (result.exit_code == exit_code::no_device && measurement.program == openacc_) return measured;
  measured.why_not = ending(result, limit);
  try {
    // A crash may have cut the last line.
    measured.output = result.out.substr(0, result.out.rfind('\n') + 1);
    measured.results = read_calibration_results(measured.output, measurement.program);
  } catch (const InputError& error) {
    measured.output.clear();
    measured.why_not = "printed no results: " + error.found.front().message;
  }
  return measured;
}

}  // namespace gpumodel
