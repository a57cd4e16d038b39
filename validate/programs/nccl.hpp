// NCCL, where it is installed: loaded when a program asks for an all-reduce.
#pragma once

#include <cuda_runtime.h>

#include <vector>

#include "validate/device/dynamic_library.hpp"

namespace gpumodel {

class Nccl {
 public:
  // Communicators of devices 0 to devices - 1. Throws CaseError where NCCL is not installed.
  explicit Nccl(int devices);
  ~Nccl();
  Nccl(const Nccl&) = delete;
  Nccl& operator=(const Nccl&) = delete;

  // The sum of `count` f32 numbers at `data` of each device, on every device, in place. Throws
  // DeviceFault.
  void all_reduce(const std::vector<void*>& data, std::size_t count,
                  const std::vector<cudaStream_t>& streams);

 private:
  DynamicLibrary library_;
  std::vector<void*> communicators_;
};

}  // namespace gpumodel
