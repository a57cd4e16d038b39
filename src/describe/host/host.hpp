// The host's side of a source file: an object that the recording runtime is linked with, and what
// the kernels that it may launch are called with.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/describe/program/program.hpp"

namespace gpumodel::describe {

struct HostRequest {
  std::string file;
  std::vector<std::string> options;  // of the compiler
  std::string object;                // the file that is written
};

struct LaunchParameter {
  std::string name;
  std::int64_t bytes = 0;
  std::string kind;                // "pointer", "integer", "other"
  std::int64_t element_bytes = 0;  // of what a pointer points to
  bool written = false;            // what it points to is not const
};

struct LaunchableKernel {
  std::string name, mangled;
  Place place;
  std::vector<LaunchParameter> parameters;
};

// Throws Failure with clang's messages.
std::vector<LaunchableKernel> compile_host(const HostRequest& request);

}  // namespace gpumodel::describe
