// What an operation of a thread program costs one warp: measured where the device file says so,
// else put together from the instructions that a compiler makes of it.
#pragma once

#include "models/hardware/device.hpp"
#include "models/kernel/thread/operation.hpp"

namespace gpumodel {

struct OperationStep {
  double latency = 0.0;   // cycles until its result can be used
  double interval = 0.0;  // cycles of the warp's scheduler that it takes
  // A warp does several of them one after the other, whatever they depend on: it issues in order,
  // and nothing is moved over the branches in each.
  bool alone = false;
  bool operator==(const OperationStep&) const = default;
};

OperationStep operation_step(const OperationName& operation, const Gpu& gpu);

}  // namespace gpumodel
