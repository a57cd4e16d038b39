#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <cmath>

#include "src/describe/ir/intrinsics.hpp"
#include "src/describe/ir/values.hpp"

namespace gpumodel::describe {

// A texture is an array with the name of the kernel's parameter, or of what keeps the object.
std::optional<Address> Values::of_texture(const llvm::Value* object) {
  if (llvm::isa<llvm::Argument>(object)) return Address{object, {}, false, true};
  if (const auto kept = kept_pointer(*object, code_))
    return Address{
        kept_.try_emplace({kept->object, kept->offset}, object).first->second, {}, false, true};
  fail("pointer");
  return std::nullopt;
}

std::optional<Address> Values::texture(const llvm::CallBase& texel) {
  if (meaning_of(texel).name == "object") return of_texture(texel.getArgOperand(0));
  auto result = address(texel.getArgOperand(0));
  if (result) result->texture = true;
  return result;
}

std::optional<Address> Values::marked(const llvm::CallBase& call) {
  const CallMeaning meaning = meaning_of(call);
  if (meaning.kind != CallKind::read_only) {
    fail("pointer");
    return std::nullopt;
  }
  if (meaning.name == "object") return of_texture(call.getArgOperand(0));
  auto result = address(call.getArgOperand(0));
  if (result) (meaning.name == "reference" ? result->texture : result->read_only) = true;
  return result;
}

std::optional<Formula> Values::whole_part(const llvm::Value* value) {
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantFP>(value)) {
    const double number = std::floor(constant->getValueAPF().convertToFloat());
    if (std::abs(number) > 1e9) return fail("floating");
    return Formula(static_cast<std::int64_t>(number));
  }
  if (llvm::isa<llvm::SIToFPInst, llvm::UIToFPInst>(value))
    return formula(llvm::cast<llvm::CastInst>(value)->getOperand(0));
  const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(value);
  if (sum == nullptr ||
      (sum->getOpcode() != llvm::Instruction::FAdd && sum->getOpcode() != llvm::Instruction::FSub))
    return fail("floating");
  // Of whole numbers only one may have a fraction: half an element, most often.
  const auto is_fraction = [](const llvm::Value* part) {
    return llvm::isa<llvm::ConstantFP>(part);
  };
  const auto left = whole_part(sum->getOperand(0));
  if (!left) return left;
  if (sum->getOpcode() == llvm::Instruction::FSub) {
    const auto* constant = llvm::dyn_cast<llvm::ConstantFP>(sum->getOperand(1));
    if (constant == nullptr) return fail("floating");
    return *left -
           Formula(static_cast<std::int64_t>(std::ceil(constant->getValueAPF().convertToFloat())));
  }
  const auto right = whole_part(sum->getOperand(1));
  if (!right || (!is_fraction(sum->getOperand(0)) && !is_fraction(sum->getOperand(1)) &&
                 !llvm::isa<llvm::CastInst>(sum->getOperand(1))))
    return fail("floating");
  return *left + *right;
}

}  // namespace gpumodel::describe
