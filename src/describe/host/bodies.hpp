// Kernels for the processor: the code that is described, in an object that the recording runtime
// runs where the host reads what a kernel should have written.
#pragma once

#include <map>
#include <string>

#include "src/describe/host/host.hpp"

namespace gpumodel::describe {

// Why a kernel cannot be executed, by its mangled name: those that are not there can. Throws
// Failure with clang's messages.
std::map<std::string, std::string> compile_bodies(const HostRequest& request,
                                                  const std::vector<LaunchableKernel>& kernels);

}  // namespace gpumodel::describe
