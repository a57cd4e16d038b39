// What other programs and the system say about themselves, read from their text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/hardware/compute_capability.hpp"

namespace gpumodel {

// "13.0.88" of what `nvcc --version` prints; empty where it says nothing like it.
std::string nvcc_version(std::string_view text);
// Rising, of what `nvcc --list-gpu-arch` prints.
std::vector<ComputeCapability> nvcc_targets(std::string_view text);
// Digits and dots at the beginning: "12.2.0".
std::string version_in(std::string_view text);

// Whether counters are for administrators only, of /proc/driver/nvidia/params.
std::optional<bool> counters_admin_only(std::string_view params);
// Whether a process may administer the system (CAP_SYS_ADMIN), of /proc/self/status. Root in a
// container mostly may not.
bool may_administer(std::string_view status);

}  // namespace gpumodel
