// The programs that run kernels: gpumodel-run-cuda, -openacc and -host. One process per case, so
// that a fault loses one case.
#pragma once

#include <string>
#include <vector>

#include "models/validation/record.hpp"
#include "src/cli/measure/measuring_program.hpp"

namespace gpumodel {

// A kernel at given parameters on one backend, in one or both cache states.
struct RunnerCase {
  std::string kernel_path;
  std::vector<std::string> definitions;  // "n=8192"
  std::vector<CacheStart> caches;
  // What is known of its points before they are measured: kernel, backend, parameters.
  Point blank;
};

struct RunnerOptions {
  double seconds = 0.5;  // for each timer
  double limit_seconds = 120.0;
  bool counters = false;
};

class Runner {
 public:
  // Throws MachineError where its program is not installed.
  explicit Runner(BackendKind backend);

  // Throws MachineError: no device.
  Environment environment() const;

  // One point per cache state, in their order. Whatever goes wrong is the status of the points.
  // Nothing if the user interrupted.
  std::vector<Point> measure(const RunnerCase& c, const RunnerOptions& options) const;

 private:
  BackendKind backend_;
  MeasuringProgram program_;
};

}  // namespace gpumodel
