// gpumodel-run-program and gpumodel-run-program-openacc: run a program on the GPUs of this machine
// and time it, from its script or as it is written in OpenACC. One process per case, so that a
// fault loses one case.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/validation/program_record.hpp"
#include "src/cli/measure/measuring_program.hpp"

namespace gpumodel {

class ProgramRunner {
 public:
  // Throws MachineError where the program is not installed.
  explicit ProgramRunner(BackendKind backend);

  // Programs it has code for; nothing: it runs any script of CUDA kernels. Throws MachineError.
  std::optional<std::vector<std::string>> programs() const;
  // Throws MachineError: no device.
  ProgramEnvironment environment() const;

  // The point asked for with what was measured. Whatever goes wrong is its status. Nothing if the
  // user interrupted.
  std::optional<ProgramPoint> measure(const std::string& script, const ProgramPoint& asked,
                                      double seconds, double limit_seconds) const;

 private:
  BackendKind backend_;
  MeasuringProgram program_;
};

}  // namespace gpumodel
