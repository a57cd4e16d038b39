// What the engine answers to a question asked as people misunderstand it: without what starting a
// copy costs, one way of the link at a time, in one stream, by another model. Of no exercise in
// particular: each is tried on whatever a question asks.
#pragma once

#include <vector>

#include "src/app/learn/posed.hpp"
#include "src/app/learn/slips.hpp"

namespace gpumodel {

// Answers that differ from the right one. A misunderstanding that the engine refuses has none.
std::vector<Slip> perturbed_answers(const Posed& posed, std::size_t question);

}  // namespace gpumodel
