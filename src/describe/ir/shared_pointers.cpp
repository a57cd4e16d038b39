#include "src/describe/ir/shared_pointers.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include "src/describe/ir/address_spaces.hpp"

namespace gpumodel::describe {

void decide_shared_pointers(llvm::Module& module) {
  llvm::Function* asks = module.getFunction("gpumodel.space.shared");
  if (asks == nullptr) return;
  const auto is_shared = [](const llvm::Value* object) {
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(object);
    return variable != nullptr && variable->getAddressSpace() == shared_memory;
  };
  for (llvm::User* user : llvm::make_early_inc_range(asks->users())) {
    auto* call = llvm::cast<llvm::CallInst>(user);
    llvm::SmallVector<const llvm::Value*, 4> objects;
    llvm::getUnderlyingObjects(call->getArgOperand(0), objects);
    call->replaceAllUsesWith(
        llvm::ConstantInt::getBool(call->getType(), llvm::all_of(objects, is_shared)));
    call->eraseFromParent();
  }
}

}  // namespace gpumodel::describe
