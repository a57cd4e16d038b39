// Loops that lanes of a vector share beside statements of the loop around them, as a row's sum:
//   for i (gang) { sum = 0; for k (vector) sum += ...; y[i] = sum; }
#pragma once

#include "src/describe/program/answers.hpp"
#include "src/describe/program/program.hpp"
#include "src/describe/program/region.hpp"

namespace gpumodel::describe {

// The lane becomes the innermost loop of the nest: such a loop goes on from lane to lane, stores
// beside it are those of lane 0, and sums over it are joined as the compiler does it.
void deal_to_lanes(const Region& region, const Answers& answers, Program& program);

}  // namespace gpumodel::describe
