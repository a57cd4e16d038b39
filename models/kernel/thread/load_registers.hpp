// Registers of 4 B that hold loaded values: how many loads a compiler can issue before it needs the
// first of them.
#pragma once

#include "models/kernel/thread/prepared_program.hpp"

namespace gpumodel {

// What coordinates, counters, sums and a 64-bit address per array in global memory leave of the
// registers that are stated, or usual; no more than the compiler's order of loads takes.
double free_registers(const PreparedProgram& program);

// Of one load.
double load_registers(const Access& access);

}  // namespace gpumodel
