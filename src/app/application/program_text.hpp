// A recording as a program file: what a person would write who saw the application run.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "models/kernel/kernel.hpp"
#include "src/app/application/recording.hpp"

namespace gpumodel {

// The driver does these with kernels of its own.
inline constexpr const char* fill_kernel = "driver-fill";
inline constexpr const char* copy_kernel = "driver-copy";
std::string driver_kernel(const std::string& name);  // its descriptor

// In the place of a kernel that cannot be described: it takes the time of a launch and no more.
// `launch`: "grid=[grid_x] block=[256]"; `known`: numbers for the names in it.
std::string undescribed_kernel(const std::string& name, const std::string& launch,
                               const std::map<std::string, std::string>& known);

// Numbers of probes, beyond those of steps; the last is behind all steps of a part.
inline constexpr std::size_t first_probe = std::size_t{1} << 62, last_probe = 2 * first_probe;

struct ProgramText {
  std::string id;       // of the program
  std::string summary;  // one line
  // The descriptor of a kernel, by its name.
  std::function<const Kernel&(const std::string& name)> kernel{};
  // What parameters are at one of its launches, by how many came before, where others were counted
  // than at the first; else null.
  using Counted = std::function<const std::map<std::string, std::string>*(const std::string& name,
                                                                          std::size_t launch)>;
  Counted counted{};
  // Steps [first, end) only: everything is on the device before. The host's time is seen before
  // the step that each of `probes` names, and at the end.
  bool part = false;
  std::size_t first = 0, end = static_cast<std::size_t>(-1);
  std::map<std::size_t, std::size_t> probes{};
  std::set<std::size_t> asked{};  // steps whose end is to be seen
  bool accesses = true;           // what kernels read and write is stated
  bool host = true;               // with the time of the host's own code
  // Where those and the probes stand among the steps of the file.
  std::map<std::size_t, std::size_t>* numbers = nullptr;
};

std::string program_text(const RecordedRun& recording, const ProgramText& how);

}  // namespace gpumodel
