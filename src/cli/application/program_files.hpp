// --output of an application: its program, the kernels, and files of numbers that these name.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "src/cli/application/build.hpp"
#include "src/io/kernel/read_kernel.hpp"
#include "src/io/program/read_program.hpp"

namespace gpumodel {

struct OutputFolder {
  std::string path{};  // empty: nothing is written
  const TemporaryFolder& made_in;
  bool force = false;
};

// `numbers`: names of files in the folder where they were made. Throws UsageError.
void write_program_files(const OutputFolder& folder, const ProgramFile& program,
                         const std::map<std::string, KernelFile>& kernels,
                         const std::vector<std::string>& numbers);

}  // namespace gpumodel
