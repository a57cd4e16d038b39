// Kernels and their resources from a compiled image (cubin): no toolkit needed.
//
// A cubin is a little-endian ELF64 file for machine 190. What is read was found by comparing images
// for sm_75 to sm_120 (CUDA 13.0) with the compiler's log; NVIDIA does not document it:
//   e_flags                bits 8-15 the architecture (ABI version 8), bits 0-7 before
//   symbols                a kernel is a function with bit 4 of st_other set
//   .nv.info               attribute 0x2f registers, 0x11 stack frame, per symbol
//   .nv.info.KERNEL        attribute 0x4c number of barriers; absent: none used
//   .nv.shared.KERNEL      its size is the static shared memory, from sm_90 on with the 1 KiB that
//                          the system reserves per block
// The image is not trusted: every offset is checked, and a damaged image gives an error or fewer
// kernels, never more than it has room for. Fat binaries and executables are not read.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "models/occupancy/kernel_resources.hpp"

namespace gpumodel {

struct CubinError {
  std::string message{};  // one sentence: what is wrong with the image
};

// In the order of the symbol table.
std::variant<std::vector<KernelResources>, CubinError> read_cubin(std::span<const std::byte> image);

}  // namespace gpumodel
