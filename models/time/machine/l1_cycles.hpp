// Cycles of SMs that the data path of L1 and shared memory needs for all of a launch.
#pragma once

#include "models/core/workings.hpp"
#include "models/time/machine/demand.hpp"

namespace gpumodel {

// Loads of global memory by what their requests take, and a cycle for each other wavefront.
Worked<Cycles> l1_cycles(Workings& w, const MachineDemand& demand, const Gpu& gpu);
Worked<Cycles> shared_atomics_cycles(Workings& w, const MachineDemand& demand, const Gpu& gpu);

}  // namespace gpumodel
