// What depends on which memory a pointer leads to, decided where it is known.
#pragma once

#include <llvm/IR/Module.h>

namespace gpumodel::describe {

// Of calls of the prelude's `gpumodel.space.shared` and its like: one that may lead elsewhere does.
void decide_shared_pointers(llvm::Module& module);

}  // namespace gpumodel::describe
