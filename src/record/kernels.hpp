// The kernels that the compiler registered.
#pragma once

#include <cstddef>
#include <string>

namespace gpumodel::record {

// By the address of the stub; null where there is none.
const std::string* kernel_at(const void* stub);
// What a block may have of shared memory beyond what it declares, once it was asked for.
std::size_t& allowed_shared(const void* stub);

}  // namespace gpumodel::record
