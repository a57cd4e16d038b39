// Multiply-adds that read three different registers.
#pragma once

namespace gpumodel {

struct PreparedProgram;

// Two banks give a warp one register each per cycle: such an instruction holds its scheduler for
// two cycles, of FP64 for three (MachineParameters::fp32_fma_one_chain). Operands that are values
// are registers. Of the two arguments of the kernel that a multiply-add takes where no value waits,
// nvcc 13 leaves one to the uniform datapath, but reads two of FP32 into a pair of registers where
// they lie in one word of 8 B, behind an even number of arguments of 4 B; and all where, in a loop,
// lanes part at a condition inside another, in both (machine code for sm_90 of 210 generated
// kernels and 36 written for it: without exception but in rounds that unrolling leaves over). Of
// chains side by side two share a read, and more find what they share in the reuse cache (H200:
// validate/experiments/three_registers.cu).
//
// Sets PreparedOperation::three_registers. Of a program whose values nobody can follow, that of
// operations which stand alone.
void find_three_registers(PreparedProgram& program);

}  // namespace gpumodel
