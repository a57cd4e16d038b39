// Loads that a compiler moves out of loops: those of a place that no round changes, that every
// round executes, and that no store in the loop may change. They are read once, before the first
// round.
//
// A load stays where a store of the loop is to the same array, or to one that might be the same
// (neither promises `__restrict__`, nor does the load take the read-only path), or where a barrier
// lets other threads store. Loads in a part of the body that is straight code are moved one by one.
// Read off machine code of nvcc 13 for sm_90: validate/experiments/moved_out.py.
#pragma once

#include <map>

#include "models/kernel/compiler/rules.hpp"

namespace gpumodel {

struct Loop;

// By loop: registers of 4 B that hold what was moved out of it. Loops whose rounds are not known to
// be at least one keep their loads.
std::map<const Loop*, double> move_loads_out(PreparedProgram& program);

}  // namespace gpumodel
