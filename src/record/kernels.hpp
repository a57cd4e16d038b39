// The kernels that the compiler registered.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace gpumodel::record {

// By the address of the stub; null where there is none.
const std::string* kernel_at(const void* stub);
// What a block may have of shared memory beyond what it declares, once it was asked for.
std::size_t& allowed_shared(const void* stub);
// The percent of the largest carve-out that it prefers, once that was said.
std::optional<int>& preferred_carveout(const void* stub);
std::string carveout_text(const void* stub);  // of a record; empty: none

}  // namespace gpumodel::record
