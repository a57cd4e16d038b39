#include "src/cli/calibrate/program.hpp"

#include <algorithm>

#include "src/app/common/how_to_build.hpp"
#include "src/cli/common/console.hpp"
#include "src/cli/measure/find_program.hpp"
#include "src/diagnostics/diagnostic.hpp"
#include "src/io/device/read_calibration.hpp"

namespace gpumodel {
namespace {

constexpr double least_limit = 30.0;
constexpr int left_out = 5;  // exit code: this machine has not what is measured
constexpr const char* openacc_name = "gpumodel-calibrate-openacc";

MeasuringProgram program_for(bool host) {
  if (host) {
    return {"gpumodel-calibrate-host", build_for_host,
            "files of the library describe other processors: gpumodel devices"};
  }
  return {"gpumodel-calibrate-cuda", build_for_cuda,
          "the processor at hand: gpumodel calibrate --host"};
}

}  // namespace

CalibrationProgram::CalibrationProgram(bool host) : program_(program_for(host)) {
  if (!host && find_runner(openacc_name)) {
    openacc_.emplace(
        MeasuringProgram{openacc_name, "see docs/calibration.md", "it may be missing"});
  }
}

std::vector<CalibrationMeasurement> CalibrationProgram::list() const {
  std::vector<CalibrationMeasurement> all;
  for (const MeasuringProgram* program : {&program_, openacc_ ? &*openacc_ : nullptr}) {
    if (program == nullptr) continue;
    for (CalibrationMeasurement& one :
         read_calibration_list(program->answer("--list"), program->path())) {
      one.program = program->path();
      all.push_back(std::move(one));
    }
  }
  return all;
}

std::string CalibrationProgram::environment() const {
  return program_.answer("--environment");
}

Measured CalibrationProgram::measure(const CalibrationMeasurement& measurement, bool quick) const {
  Measured all;
  for (int i = 0; i < (quick ? 1 : measurement.processes); ++i) {
    Measured one = measure_once(measurement, quick);
    all.output += one.output;
    all.results.insert(all.results.end(), one.results.begin(), one.results.end());
    all.why_not = std::move(one.why_not);
    all.left_out = std::move(one.left_out);
    all.interrupted = one.interrupted;
    if (all.interrupted || !all.why_not.empty() || !all.left_out.empty()) break;
  }
  return all;
}

Measured CalibrationProgram::measure_once(const CalibrationMeasurement& measurement,
                                          bool quick) const {
  const double seconds = measurement.seconds / measurement.processes;
  std::vector<std::string> words = {measurement.program, "--only", measurement.name};
  if (quick) words.emplace_back("--quick");
  const double limit = std::max(least_limit, 10.0 * seconds);
  const ProcessResult result = run_process(words, limit);
  Measured measured;
  measured.interrupted = result.interrupted;
  const bool openacc = openacc_ && measurement.program == openacc_->path();
  if (openacc && result.exit_code == exit_code::no_device) return measured;
  if (result.signal == 0 && result.exit_code == left_out) {
    measured.left_out = result.last_words();
  } else {
    measured.why_not = how_it_ended(result, limit);
  }
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
