// Whole numbers of 4 B that the lanes of a warp add to one address, or take the maximum of, or mask
// there: where the compiler sees that it is one, the lanes are joined in a register and one of them
// goes to memory (VOTEU, UFLO, REDUX, RED of one lane; SHFL where the old value is wanted). It sees
// it where the index follows from arguments, blocks and rounds, and of nothing else: not of warps,
// rows of a block or loaded values. Floating-point numbers and 8 B are left as they are.
// From machine code of nvcc 13 for sm_90; before sm_80 shuffles stand for REDUX.
#pragma once

namespace gpumodel {

struct PreparedProgram;

// Into PreparedAccess::added_up.
void find_added_up(PreparedProgram& program);

}  // namespace gpumodel
