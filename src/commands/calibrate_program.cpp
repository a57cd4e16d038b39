#include "src/commands/calibrate_program.hpp"

#include <algorithm>

#include "src/diagnostics/diagnostic.hpp"
#include "src/input/read_calibration.hpp"

namespace gpumodel {
namespace {

constexpr double least_limit = 30.0;

MeasuringProgram program_for(bool host) {
  if (host) {
    return {"gpumodel-calibrate-host",
            "build it with a compiler that knows OpenMP: see docs/calibration.md",
            "files of the library describe other processors: gpumodel devices"};
  }
  return {"gpumodel-calibrate-cuda",
          "build it: cmake --preset cuda && cmake --build --preset cuda (needs nvcc)",
          "the processor at hand: gpumodel calibrate --host"};
}

}  // namespace

CalibrationProgram::CalibrationProgram(bool host) : program_(program_for(host)) {}

std::vector<CalibrationMeasurement> CalibrationProgram::list() const {
  return read_calibration_list(program_.answer("--list"), program_.path());
}

std::string CalibrationProgram::environment() const {
  return program_.answer("--environment");
}

Measured CalibrationProgram::measure(const CalibrationMeasurement& measurement, bool quick) const {
  std::vector<std::string> words = {program_.path(), "--only", measurement.name};
  if (quick) words.emplace_back("--quick");
  const double limit = std::max(least_limit, 10.0 * measurement.seconds);
  const ProcessResult result = run_process(words, limit);
  Measured measured;
  measured.interrupted = result.interrupted;
  measured.why_not = how_it_ended(result, limit);
  try {
    // A crash may have cut the last line.
    measured.output = result.out.substr(0, result.out.rfind('\n') + 1);
    measured.results = read_calibration_results(measured.output, program_.path());
  } catch (const InputError& error) {
    measured.output.clear();
    measured.why_not = "printed no results: " + error.found.front().message;
  }
  return measured;
}

}  // namespace gpumodel
