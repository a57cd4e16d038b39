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
  std::vector<std::string> options;   // of the compiler
  std::string object;                 // the file that is written
  std::vector<std::string> beside{};  // other files, for functions that this one calls
};

struct LaunchParameter {
  std::string name;
  std::int64_t bytes = 0;
  std::string kind;                        // "pointer", "integer", "unsigned", "other"
  std::int64_t element_bytes = 0;          // of what a pointer points to
  std::string whole{};                     // numbers that it points to: "i4", "u1"; else empty
  bool written = false;                    // what it points to may be
  std::int64_t offset = 0;                 // of a member
  std::vector<LaunchParameter> members{};  // of a structure: its whole numbers and pointers
};

struct LaunchableKernel {
  std::string name, mangled;
  Place place;
  std::vector<LaunchParameter> parameters;
  std::int64_t shared = 0;       // bytes that it declares, and what it calls
  std::int64_t max_threads = 0;  // of a block, by its launch bounds; 0: none are stated
  std::string why_not;           // it cannot be executed
};

// Throws Failure with clang's messages.
std::vector<LaunchableKernel> compile_host(const HostRequest& request);

}  // namespace gpumodel::describe
