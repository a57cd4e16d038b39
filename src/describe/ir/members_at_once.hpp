// Members of an aligned structure that are loaded or stored one by one (p[i].x, p[i].y), as one
// vector: nvcc loads 16 B where the first member is aligned to that and one of the second half is
// wanted too, with what lies between, else 8 B; it stores what is stored whole. Structures that are
// not aligned, as those without vector types are, stay as they are. (PTX of nvcc 13; LLVM's own
// pass leaves no gaps.)
#pragma once

#include <llvm/IR/PassManager.h>

namespace gpumodel::describe {

struct MembersAtOnce : llvm::PassInfoMixin<MembersAtOnce> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace gpumodel::describe
