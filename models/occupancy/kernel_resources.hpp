// What a compiled kernel uses, as the compiler's log or the compiled image tells it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "models/hardware/compute_capability.hpp"

namespace gpumodel {

struct KernelResources {
  std::string name{};  // as the linker sees it (mangled)
  ComputeCapability capability{};
  int registers = 0;                      // per thread
  std::int64_t static_shared_memory = 0;  // bytes per block, without the system's reserve
  std::int64_t stack_frame = 0;  // bytes per thread: local arrays, calls and spills together
  std::optional<std::int64_t> spill_stores{};  // bytes per thread; only the log tells
  std::optional<std::int64_t> spill_loads{};
  std::optional<int> barriers{};  // absent where an old compiler did not say
  bool operator==(const KernelResources&) const = default;
};

}  // namespace gpumodel
