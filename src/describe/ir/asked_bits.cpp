#include "src/describe/ir/asked_bits.hpp"

#include <llvm/Analysis/DemandedBits.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace gpumodel::describe {

llvm::PreservedAnalyses SignAskedBits::run(llvm::Function& function,
                                           llvm::FunctionAnalysisManager& analyses) {
  llvm::DemandedBits& asked = analyses.getResult<llvm::DemandedBitsAnalysis>(function);
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    const unsigned opcode = instruction.getOpcode();
    if (opcode != llvm::Instruction::Add && opcode != llvm::Instruction::Mul) continue;
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
    if (constant == nullptr) continue;
    const unsigned width = constant->getBitWidth();
    const unsigned bits = asked.getDemandedBits(&instruction).getActiveBits();
    if (bits == 0 || bits >= width) continue;
    const llvm::APInt with_sign = constant->getValue().trunc(bits).sext(width);
    if (with_sign == constant->getValue()) continue;
    instruction.setOperand(1, llvm::ConstantInt::get(constant->getType(), with_sign));
    instruction.setHasNoUnsignedWrap(false);
    instruction.setHasNoSignedWrap(false);
    changed = true;
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace gpumodel::describe
