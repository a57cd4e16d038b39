// The longest chain of waits in a warp: what it would take alone on the device, besides memory. Its
// course (warp_course.hpp), with the device's cycles for what it computes.
#pragma once

#include "models/analysis/path/warp_course.hpp"
#include "models/core/units.hpp"
#include "models/hardware/device.hpp"

namespace gpumodel {

struct WarpPath : WarpWaits {
  // Of loops after unrolling, but for what the last operation hides; and what a round lacks that is
  // shorter than its counter, comparison and jump.
  Cycles jumps{};
  double rounds = 0.0;  // that end in a jump
  Cycles operations{};  // dependent arithmetic
};

// Throws UnknownInput where the device states no latency of an operation and none can stand in.
WarpPath warp_path(const WarpCourse& course, const Gpu& gpu);

}  // namespace gpumodel
