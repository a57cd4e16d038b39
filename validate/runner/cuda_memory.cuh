// Filling and reading arrays in the device's memory.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <span>
#include <vector>

#include "validate/cases/kernel_case.hpp"

namespace gpumodel {

// Throws DeviceFault with CUDA's words where a call failed.
void must(cudaError_t result, const char* what);

// Fills array.at with what the array starts with, in the stream.
void fill_on_device(const CaseArray& array, cudaStream_t stream);
// Scalars of array.at as reals; waits for the stream.
std::vector<double> read_on_device(const CaseArray& array, std::span<const std::int64_t> indices,
                                   cudaStream_t stream);

// A device allocation with an owner.
class DeviceMemory {
 public:
  DeviceMemory() = default;
  // Throws CaseError where there is not enough.
  explicit DeviceMemory(std::size_t bytes);
  DeviceMemory(DeviceMemory&& other) noexcept : at_(std::exchange(other.at_, nullptr)) {}
  DeviceMemory& operator=(DeviceMemory&& other) noexcept {
    std::swap(at_, other.at_);
    return *this;
  }
  ~DeviceMemory() { cudaFree(at_); }
  void* get() const { return at_; }

 private:
  void* at_ = nullptr;
};

}  // namespace gpumodel
