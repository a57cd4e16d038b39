// One copy over the host link, t = a + V / b: start-up latency plus bytes over bandwidth, for each
// direction (exercise sheet 1.2). Pinned memory, nothing else on the link. A direction that moves
// nothing costs nothing.
#pragma once

#include "models/core/term.hpp"
#include "models/hardware/device.hpp"
#include "models/kernel/workload.hpp"
#include "models/time/terms/compute.hpp"

namespace gpumodel {

TermId to_device_term(TermTree& tree, const Kernel& kernel, const Workload& work, const Gpu& gpu,
                      Ceiling ceiling);
TermId to_host_term(TermTree& tree, const Kernel& kernel, const Workload& work, const Gpu& gpu,
                    Ceiling ceiling);

}  // namespace gpumodel
