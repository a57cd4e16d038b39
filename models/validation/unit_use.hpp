// How busy each unit of the GPU was by the counters of a point: work counted, over what the unit
// does in the time measured, at the rates that the terms of the machine model take.
#pragma once

#include <vector>

#include "models/hardware/device.hpp"
#include "models/validation/record.hpp"

namespace gpumodel {

// Units whose work can be counted, as a set of bits.
using Units = unsigned;
namespace unit {
inline constexpr Units dram = 1, l2 = 2, l1 = 4, fp64 = 8, fp32 = 16, fp16 = 32, issue = 64,
                       integer = 128, special = 256, tensor = 512, dispatch = 1024;
// None of them is busy: the time goes to the launch, to latencies, to too few blocks.
inline constexpr Units none = 2048;
}  // namespace unit

struct UnitUse {
  Units which;
  double share;  // of the time of the launch
};

// A unit stands here once per counter that tells of it; empty without a time or counters. Stores to
// random places take longer the more bytes these are in: `scattered_over`, 0 where there are none.
std::vector<UnitUse> unit_uses(const Point& point, const Gpu& gpu, double scattered_over = 0.0);

}  // namespace gpumodel
