// The longest chain of waits in a warp: what it would take alone on the device, besides memory.
//
// A warp issues in order and stops where it needs a value that is not there yet. Loads that do not
// depend on one another are issued together and wait once (a phase); a load whose index was itself
// loaded waits for that first. An unrolled loop issues the loads of as many copies before their
// operations as registers hold. Operations of one statement are independent of one another,
// statements follow each other; copies of a body that load data of their own meet only in their
// last statement. Stores and reductions are not waited for.
//
// Limits: loads that a compiler moves over a loop's end or a barrier are not seen.
#pragma once

#include "models/analysis/traffic/launch_traffic.hpp"
#include "models/hardware/device.hpp"
#include "models/kernel/thread/prepared_program.hpp"

namespace gpumodel {

// Of one warp, an average over warps of the blocks that have work.
struct WarpPath {
  double load_phases = 0.0, loads = 0.0;  // from global memory; loads per phase are concurrent
  double argument_waits = 0.0;            // for arguments in global memory, which soon lie in L1
  double shared_phases = 0.0;
  double atomic_phases = 0.0, shared_atomic_phases = 0.0;  // atomics whose result is wanted
  double spill_phases = 0.0;
  double barriers = 0.0;
  Cycles jumps{};       // of loops after unrolling, but for what the last operation hides
  Cycles operations{};  // dependent arithmetic

  void add(const WarpPath& other, double times);
};

// Throws ThreadFault, FormulaError; UnknownInput where the device states no latency of an operation
// and none can stand in for it.
WarpPath warp_path(const PreparedProgram& program, const WorkingBlocks& working, const Gpu& gpu);

}  // namespace gpumodel
