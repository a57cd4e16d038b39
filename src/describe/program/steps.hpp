// How many of the operations of a statement follow each other.
#pragma once

#include <cstdint>

#include "src/describe/program/program.hpp"

namespace gpumodel::describe {

// Of operations whose results are waited for: sums and masks of whole numbers are put together by
// compilers, and what a warp exchanges takes its own time. Those of matrices as instructions.
std::int64_t waited_for(const Operations& operations);

std::int64_t steps_of(const Statement& operations);

}  // namespace gpumodel::describe
