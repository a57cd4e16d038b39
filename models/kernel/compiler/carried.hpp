// What loops carry round: values that wait outside of them, and sums.
#pragma once

#include <vector>

#include "models/kernel/thread/dataflow/dataflow.hpp"

namespace gpumodel {

// Of a loop without loops inside but those that are straight code; registers of 4 B.
struct CarriedValues {
  double values = 0.0, registers = 0.0;
  double changed = 0.0;    // registers of those that rounds change: sums
  double widest = 1.0;     // registers of a value
  bool arguments = false;  // of the kernel are used, too: factors and the like
};

struct CarryingLoop {
  const LoopStep* loop;
  CarriedValues carried;
};

// In the order of the program; loops that carry nothing are left out.
std::vector<CarryingLoop> carrying_loops(const Dataflow& flow);

}  // namespace gpumodel
