// gpumodel-run-program: runs a program's script on the GPUs of this machine and times it. One
// process per case, so that a fault loses one case.
#pragma once

#include <optional>
#include <string>

#include "models/validation/program_record.hpp"
#include "src/commands/measuring_program.hpp"

namespace gpumodel {

class ProgramRunner {
 public:
  // Throws MachineError where the program is not installed.
  ProgramRunner();

  // Throws MachineError: no device.
  ProgramEnvironment environment() const;

  // The point asked for with what was measured. Whatever goes wrong is its status. Nothing if the
  // user interrupted.
  std::optional<ProgramPoint> measure(const std::string& script, const ProgramPoint& asked,
                                      double seconds, double limit_seconds) const;

 private:
  MeasuringProgram program_;
};

}  // namespace gpumodel
