// What is wrong with kernels and programs that can be read: they are evaluated as `predict` does
// it.
#pragma once

#include <string>
#include <vector>

#include "models/core/work_limit.hpp"
#include "src/diagnostics/diagnostic.hpp"

namespace gpumodel {

// As `predict` takes them; empty: its defaults.
struct CheckMachine {
  std::string device, system, host;
  double work = usual_work;  // of --work-limit, for each file
};

// Everything found, at the file's own parameters; of a kernel that can be launched in two ways, of
// both. Throws nothing of its own.
std::vector<Diagnostic> faults_of_kernel(const std::string& file, const CheckMachine& machine);
std::vector<Diagnostic> faults_of_program(const std::string& file, const CheckMachine& machine);

}  // namespace gpumodel
