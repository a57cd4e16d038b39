// How far launches and copies on one machine are from those on another with the same device, as
// factors: four of five pairs of calibrations of H200 machines lie closer (six machines, those that
// are in the history of devices/h200.yaml and devices/xeon-16vcpu.yaml). A device file is measured
// on one machine and stands for all, so the interval of a program's numbers is at least as wide.
// What numbers of datasheets and derived ones leave open, their own factors say.
#pragma once

#include "models/core/constants.hpp"

namespace gpumodel::machine_spread {

inline constexpr double host = 1.20;    // what the host needs to queue, to wait and to be back
inline constexpr double device = 1.04;  // launches on the device, rates of links
inline constexpr double pageable =
    1.20;                              // copies of pageable memory: 1.21 to the device, 1.13 back
inline constexpr double turns = 1.16;  // waits for a turn on another engine
inline constexpr double loops = 1.29;  // of one core, by footprint
// One machine was calibrated; the regions of kernels differ by as much.
inline constexpr double openacc = constants::error_of_openacc_launch.high;
// Launches and copies differ by 1.03 at least.
inline constexpr double least = 1.03;

}  // namespace gpumodel::machine_spread
