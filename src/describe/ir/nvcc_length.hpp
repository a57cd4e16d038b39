// How long code is for nvcc, where it decides how often to copy a loop whose rounds it does not
// know.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

namespace gpumodel::describe {

// Instructions of a round before they become machine code. Functions of the mathematics library
// stand in full; one that has a loop makes the round longer than any that is copied.
int nvcc_length(const llvm::Loop& loop);

// The most of them that are copied four times, and twice.
constexpr int most_for_four_copies = 52, most_for_two_copies = 95;

}  // namespace gpumodel::describe
