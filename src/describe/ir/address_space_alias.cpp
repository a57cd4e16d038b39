#include "src/describe/ir/address_space_alias.hpp"

#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Argument.h>
#include <llvm/IR/GlobalVariable.h>

#include "src/describe/ir/address_spaces.hpp"

namespace gpumodel::describe {
namespace {

bool is_shared(const llvm::Value* object) {
  return llvm::isa<llvm::GlobalVariable>(object) &&
         object->getType()->getPointerAddressSpace() == shared_memory;
}

// All functions that are not inlined are kernels here.
bool is_passed(const llvm::Value* object) {
  const auto* argument = llvm::dyn_cast<llvm::Argument>(object);
  return argument != nullptr && !argument->hasByValAttr();
}

}  // namespace

llvm::AnalysisKey AddressSpaceAliasAnalysis::Key;  // NOLINT(readability-identifier-naming)

AddressSpaceAlias AddressSpaceAliasAnalysis::run(llvm::Function& /*function*/,
                                                 llvm::FunctionAnalysisManager& /*analyses*/) {
  return AddressSpaceAlias();
}

bool AddressSpaceAlias::invalidate(llvm::Function& /*function*/,
                                   const llvm::PreservedAnalyses& /*preserved*/,
                                   llvm::FunctionAnalysisManager::Invalidator& /*invalidator*/) {
  return false;
}

llvm::AliasResult AddressSpaceAlias::alias(const llvm::MemoryLocation& a,
                                           const llvm::MemoryLocation& b,
                                           llvm::AAQueryInfo& /*query*/,
                                           const llvm::Instruction* /*at*/) {
  const llvm::Value* one = llvm::getUnderlyingObject(a.Ptr);
  const llvm::Value* other = llvm::getUnderlyingObject(b.Ptr);
  if ((is_shared(one) && is_passed(other)) || (is_shared(other) && is_passed(one)))
    return llvm::AliasResult::NoAlias;
  return llvm::AliasResult::MayAlias;
}

}  // namespace gpumodel::describe
