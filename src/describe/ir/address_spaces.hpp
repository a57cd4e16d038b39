// The numbers that LLVM has for memory on NVIDIA's devices; 0 is any of it.
#pragma once

namespace gpumodel::describe {

inline constexpr unsigned shared_memory = 3, constant_memory = 4;

}  // namespace gpumodel::describe
