#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include "src/describe/ir/kernel_code.hpp"

namespace gpumodel::describe {
namespace {

bool is_by_value(const llvm::Value& object, const KernelCode& code) {
  const auto* argument = llvm::dyn_cast<llvm::Argument>(&object);
  return argument != nullptr && argument->getArgNo() < code.source.parameters.size() &&
         !code.source.parameters[argument->getArgNo()].pointer;
}

}  // namespace

std::optional<KeptPointer> kept_pointer(const llvm::Value& value, const KernelCode& code) {
  const llvm::Value* from = value.stripPointerCasts();
  std::int64_t further = 0;
  // Neighbouring pointers are loaded together.
  if (const auto* cast = llvm::dyn_cast<llvm::IntToPtrInst>(from)) from = cast->getOperand(0);
  if (const auto* part = llvm::dyn_cast<llvm::ExtractElementInst>(from)) {
    const auto* number = llvm::dyn_cast<llvm::ConstantInt>(part->getIndexOperand());
    if (number == nullptr) return std::nullopt;
    further = 8 * number->getSExtValue();
    from = part->getVectorOperand();
  }
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(from);
  if (load == nullptr) return std::nullopt;
  std::int64_t offset = 0;
  const llvm::Value* object =
      llvm::GetPointerBaseWithConstantOffset(load->getPointerOperand(), offset, code.layout);
  object = object->stripPointerCasts();
  if (!is_by_value(*object, code) && !llvm::isa<llvm::GlobalVariable>(object)) return std::nullopt;
  return KeptPointer{object, offset + further};
}

const ParameterSource* pointer_source(const llvm::Value& base, const KernelCode& code) {
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&base)) {
    const ParameterSource& source = code.source.parameters[argument->getArgNo()];
    return source.pointer ? &source : nullptr;
  }
  const auto kept = kept_pointer(base, code);
  const auto* argument = kept ? llvm::dyn_cast<llvm::Argument>(kept->object) : nullptr;
  if (argument == nullptr) return nullptr;
  for (const ParameterSource& each : code.source.parameters[argument->getArgNo()].pointers)
    if (each.offset == kept->offset) return &each;
  return nullptr;
}

}  // namespace gpumodel::describe
