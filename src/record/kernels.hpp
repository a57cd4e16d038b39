// The kernels that the compiler registered.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace gpumodel::record {

// By the address of the stub; null where there is none.
const std::string* kernel_at(const void* stub);

// What the application has set of it.
struct KernelSettings {
  std::size_t shared = 0;         // what a block may have beyond what it declares; 0: not asked for
  std::optional<int> carveout{};  // the percent of the largest that it prefers
  std::string carveout_text() const;  // of a record; empty: none
};
KernelSettings& settings_of(const void* stub);

}  // namespace gpumodel::record
