// A program whose outer loops a compiler shares out: what it says beside its statements.
#pragma once

#include "src/describe/ir/kernel_code.hpp"

namespace gpumodel::describe {

Nest nest_of(const KernelSource& source, std::vector<NestLoop> loops, const Answers& answers);

// Conditions that hold in every round go, and memory that stands for a sum over all rounds.
void drop_what_rounds_imply(const KernelSource& source, Program& program);

// What GCC's code has beside the words that are alive: the variables that lanes hand each other,
// and addresses that it does not share.
void add_registers_of_gcc(int words, Program& program);

// Once arrays have their shapes: the launch that was stated, and what is assumed of the rounds.
void finish_nest(const KernelSource& source, const Answers& answers, Program& program);

}  // namespace gpumodel::describe
