// How an application is run: within which limits, and what its runtime is told of the machine.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "src/app/program/ask.hpp"
#include "src/cli/application/application.hpp"

namespace gpumodel {

// Throws InputError.
RunLimits limits_of(const ApplicationOptions& options);

const Gpu& gpu_of(const ProgramAsk& ask, std::size_t number);

// Of the first device; 0 where nobody knows.
double l2_bytes(const ProgramAsk& ask);

// The program with the arguments that the application is called with.
std::vector<std::string> command_line(const std::string& program,
                                      const ApplicationOptions& options);

// A kernel that is counted, and how often the application launches it with the block.
struct CountedLaunches {
  std::string mangled{};
  std::array<std::int64_t, 3> block{1, 1, 1};
  std::size_t launches = 1;
};

struct RunSetup {
  std::string path;  // of the file that is written
  std::string data;  // the beginning of files for contents of arrays
  bool warp = false, executes = false;
  double seconds = 0.0;  // that it may run
  std::vector<CountedLaunches> counted{};
};
void write_setup(const RunSetup& setup, const ProgramAsk& ask,
                 const std::vector<LaunchableKernel>& kernels);

}  // namespace gpumodel
