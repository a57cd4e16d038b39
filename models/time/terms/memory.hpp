// Memory time, t = (V_load + V_store) / b: bytes moved over the bandwidth of device or host memory.
//
// Roofline ceiling; equation B of the exercise sheet, in bytes instead of words. b is the bandwidth
// at the pins in the textbook model and the copy bandwidth (one read for one write) elsewhere:
// kernels that only read are a few per cent faster, kernels that only write may be slower. The
// volumes are what the descriptor states; it holds for working sets well above the last cache level
// and enough bytes in flight.
#pragma once

#include "models/core/term.hpp"
#include "models/hardware/device.hpp"
#include "models/kernel/workload.hpp"

namespace gpumodel {

// As the descriptor states them.
Worked<Bytes> bytes_moved(Workings& w, const Kernel& kernel, const Workload& work);

TermId memory_term(TermTree& tree, std::string_view name, Worked<Bytes> moved,
                   const Sourced<BytesPerSecond>& bandwidth);

}  // namespace gpumodel
