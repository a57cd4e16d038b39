#include "src/describe/ir/shared_pointers.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include "src/describe/ir/address_spaces.hpp"

namespace gpumodel::describe {

namespace {

bool is_variable_of(const llvm::Value* object, unsigned space) {
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(object);
  return variable != nullptr && variable->getAddressSpace() == space;
}

template <class Is>
void decide(llvm::Module& module, const char* question, const Is& is) {
  llvm::Function* asks = module.getFunction(question);
  if (asks == nullptr) return;
  for (llvm::User* user : llvm::make_early_inc_range(asks->users())) {
    auto* call = llvm::cast<llvm::CallInst>(user);
    llvm::SmallVector<const llvm::Value*, 4> objects;
    llvm::getUnderlyingObjects(call->getArgOperand(0), objects);
    call->replaceAllUsesWith(
        llvm::ConstantInt::getBool(call->getType(), llvm::all_of(objects, is)));
    call->eraseFromParent();
  }
}

}  // namespace

void decide_shared_pointers(llvm::Module& module) {
  decide(module, "gpumodel.space.shared",
         [](const llvm::Value* object) { return is_variable_of(object, shared_memory); });
  decide(module, "gpumodel.space.constant",
         [](const llvm::Value* object) { return is_variable_of(object, constant_memory); });
  decide(module, "gpumodel.space.local",
         [](const llvm::Value* object) { return llvm::isa<llvm::AllocaInst>(object); });
}

}  // namespace gpumodel::describe
