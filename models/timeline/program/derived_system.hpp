// Several devices of one kind, for programs on several where nobody named a system.
//
// Each pair has a link as the device file says (peer.bandwidth, peer.latency; derived where it does
// not); each device has its host link for itself. What systems state besides costs nothing of its
// own.
#pragma once

#include <cstddef>

#include "models/timeline/program/system.hpp"

namespace gpumodel {

// Without links where the device file declares them unknown.
System derived_system(const Gpu& gpu, std::size_t devices);

}  // namespace gpumodel
