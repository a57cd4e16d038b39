// Streams and events are numbers; 0 is the default stream.
#pragma once

#include <cstdint>

#include "src/record/runtime.hpp"

namespace gpumodel::record {

std::uint64_t next_number();  // of a handle
std::uint64_t number_of(cudaStream_t stream);
bool is_stream(cudaStream_t stream);

}  // namespace gpumodel::record
