// NCCL, where it is installed: loaded at run time, so that nothing needs it to start.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "validate/device/dynamic_library.hpp"

namespace gpumodel {

class Nccl {
 public:
  // Communicators of devices 0 to devices - 1. Null, and why, where NCCL is not installed or does
  // not start.
  static std::unique_ptr<Nccl> open(int devices, std::string& why_not);
  ~Nccl();
  Nccl(const Nccl&) = delete;
  Nccl& operator=(const Nccl&) = delete;

  // The sum of `count` f32 numbers at `data` of each device, on every device, in place; in the
  // devices' `streams` (cudaStream_t). False where NCCL refuses.
  bool all_reduce(const std::vector<void*>& data, std::size_t count,
                  const std::vector<void*>& streams) const;

 private:
  Nccl(DynamicLibrary library, int devices)
      : library_(library), communicators_(static_cast<std::size_t>(devices), nullptr) {}

  DynamicLibrary library_;
  std::vector<void*> communicators_;
};

// "2.28.3"; nothing, and why, where NCCL is not installed.
std::optional<std::string> nccl_version(std::string& why_not);

}  // namespace gpumodel
