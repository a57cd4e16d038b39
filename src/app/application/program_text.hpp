// A recording as a program file: what a person would write who saw the application run.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "models/kernel/kernel.hpp"
#include "src/app/application/recording.hpp"

namespace gpumodel {

// The driver does these with kernels of its own.
inline constexpr const char* fill_kernel = "driver-fill";
inline constexpr const char* copy_kernel = "driver-copy";
std::string driver_kernel(const std::string& name);  // its descriptor

struct ProgramText {
  std::string id;       // of the program
  std::string summary;  // one line
  // The descriptor of a kernel, by its name.
  std::function<const Kernel&(const std::string& name)> kernel{};
  // Steps [first, end) only, as they stand: everything is on the device before, and where each
  // begins is asked for. `probes` are steps before which the host's time is to be seen.
  bool part = false;
  std::size_t first = 0, end = static_cast<std::size_t>(-1);
  std::vector<std::size_t> probes{};
  double after_all = 0.0;  // of the host, behind the last step
  bool accesses = true;    // what kernels read and write is stated
  std::map<std::size_t, std::size_t>* step_lines = nullptr;  // part: number of a step in the file
  std::vector<std::size_t>* probe_lines = nullptr;           // likewise, and the last for the end
};

std::string program_text(const RecordedRun& recording, const ProgramText& how);

}  // namespace gpumodel
