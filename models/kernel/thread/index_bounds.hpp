// Whether the indices of a thread program stay inside their arrays: of all blocks and threads of a
// launch, in all rounds of its loops, for all values that may be drawn.
//
// An index leaves its array where everything on the way to the access holds (conditions, ranges of
// loops) and the index is below 0 or beyond the end. Thread, block, rounds and drawn values are
// variables of a box. Linear conditions narrow it; what remains undecided is halved, until some
// thread is found or none is left. That decides affine indices under affine conditions at once;
// others by their bounds over ever smaller boxes. Nothing is run, so the size of a launch costs
// nothing.
#pragma once

#include <span>
#include <vector>

#include "models/kernel/thread/block_runner.hpp"
#include "models/kernel/thread/prepared_program.hpp"

namespace gpumodel {

struct IndexBounds {
  std::vector<ThreadFault> outside;  // one per index that leaves: a thread that does, for certain
  std::vector<const Access*> undecided;  // neither a thread nor a proof was found
};

// At most some ten thousand boxes are looked at. The program's kernel must outlive the result.
IndexBounds index_bounds(const PreparedProgram& program);
// Of a kernel at these parameters; nothing where it does not say what its threads do. Throws
// FormulaError where a size has no usable value.
IndexBounds index_bounds(const Kernel& kernel, std::span<const Number> values);

}  // namespace gpumodel
