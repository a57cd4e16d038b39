// Indices that were counted in one launch, where another one has arrays of another size: the same
// share of what the index may be.
#pragma once

#include "src/describe/program/program.hpp"

namespace gpumodel::describe {

// uniform: [24, 609] of 612 elements is uniform: [24 * n / 612, 609 * n / 612] of n. Before the
// program is written, after its parameters have values.
void scale_counted_draws(Program& program);

}  // namespace gpumodel::describe
