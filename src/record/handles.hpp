// Handles of the runtime's interface are numbers of ours.
#pragma once

#include <cstdint>

namespace gpumodel::record {

template <class Handle>
std::uint64_t number_of_handle(Handle handle) {
  return reinterpret_cast<std::uintptr_t>(handle);
}
template <class Handle>
Handle handle_of(std::uint64_t number) {
  return reinterpret_cast<Handle>(static_cast<std::uintptr_t>(number));
}

}  // namespace gpumodel::record
