// Kernels and their resources from what `nvcc -Xptxas -v` prints.
//
//   ptxas info    : Compiling entry function '_Z3sumPf' for 'sm_90'
//   ptxas info    : Function properties for _Z3sumPf
//       0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
//   ptxas info    : Used 12 registers, used 1 barriers, 1024 bytes smem, 368 bytes cmem[0]
//
// The log may be part of a longer build log, have prefixes on its lines and either line ending, and
// name a kernel once per architecture. Dynamic shared memory is chosen at launch and not in it.
// Functions that are not kernels have properties too; they are left out.
//
// A log of relocatable code (-rdc=true) was written before linking: registers and stack of called
// functions and the shared memory of templates are missing from it. Read the linked cubin instead.
#pragma once

#include <string_view>
#include <vector>

#include "models/occupancy/kernel_resources.hpp"

namespace gpumodel {

// In the order of the log. Empty if the text names no kernel; a kernel without a "Used ...
// registers" line, as in a log that was cut off, is left out. "a+b bytes smem" of old compilers is
// the sum.
std::vector<KernelResources> read_ptxas_log(std::string_view log);

}  // namespace gpumodel
