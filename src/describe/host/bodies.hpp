// Kernels for the processor: the code that is described, in an object that the recording runtime
// runs where the host reads what a kernel should have written.
#pragma once

#include <map>
#include <string>

#include "src/describe/host/host.hpp"
#include "src/describe/ir/pipeline.hpp"

namespace gpumodel::describe {

// Why a kernel cannot be executed, by its mangled name: those that are not there can. Throws
// Failure with clang's messages.
std::map<std::string, std::string> compile_bodies(const HostRequest& request,
                                                  const std::vector<LaunchableKernel>& kernels);

// A kernel with counters, for launches with this block.
struct CountingBody {
  std::string object;
  Block block{};
  std::vector<std::string> names;  // of what is counted
};
// Why it cannot be executed; empty where it can, and the object is written. Its module is of no
// other use behind it.
std::string compile_counting(llvm::Function& kernel, const CountingBody& body);

}  // namespace gpumodel::describe
