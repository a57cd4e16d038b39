// NVML as long as it is in use: started and shut down.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "validate/device/dynamic_library.hpp"

namespace gpumodel {

class NvmlLibrary : public DynamicLibrary {
 public:
  static std::shared_ptr<const NvmlLibrary> load(const std::string& name, std::string& why_not);
  ~NvmlLibrary();
  NvmlLibrary(const NvmlLibrary&) = delete;
  NvmlLibrary& operator=(const NvmlLibrary&) = delete;

  // A whole number that a function (device, *number) gives.
  std::optional<unsigned> number(const char* function, void* device) const;
  // The same where the function wants to know which one: (device, kind, *number).
  std::optional<unsigned> number(const char* function, void* device, int kind) const;

 private:
  explicit NvmlLibrary(const DynamicLibrary& loaded) : DynamicLibrary(loaded) {}
};

}  // namespace gpumodel
