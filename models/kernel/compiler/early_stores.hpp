// Stores that a warp may issue while a load of the same place, which nothing has waited for, is
// still under way: of the two halves of an exchange the first,
//
//   x = a[i]; y = a[j]; a[j] = x; a[i] = y;
//
// for which only x has to be there. L1 serves accesses in order and keeps the store, and all that
// come behind it, until the line has come. Inferred from 35 generated kernels on an H200 that
// exchange the halves of an array: bytes as predicted, DRAM and L2 half idle, and the same 75 to
// 105 cycles of an SM for each warp, whatever the size of blocks (docs/models.md).
#pragma once

#include "models/kernel/compiler/rules.hpp"

namespace gpumodel {

// Into PreparedAccess::early.
void find_early_stores(PreparedProgram& program);

}  // namespace gpumodel
