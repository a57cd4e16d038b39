// From the control flow of a kernel to statements: loops from the loop forest, branches up to the
// block where both ways meet again.
#pragma once

#include "src/describe/count/sites.hpp"
#include "src/describe/ir/kernel_code.hpp"
#include "src/describe/program/program.hpp"

namespace gpumodel::describe {

// Fills body, arrays and questions, and where what is left open can be counted. Throws Failure
// where the kernel does what cannot be described.
void walk(const KernelCode& code, Program& program, std::vector<CountSite>& sites);

}  // namespace gpumodel::describe
