#include "src/describe/ir/operations.hpp"

#include <algorithm>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace gpumodel::describe {
namespace {

bool is_sum(const llvm::Instruction& instruction) {
  return instruction.getOpcode() == llvm::Instruction::FAdd ||
         instruction.getOpcode() == llvm::Instruction::FSub;
}

bool is_constant(const llvm::Value* value, double wanted) {
  const auto* constant = llvm::dyn_cast<llvm::ConstantFP>(value);
  return constant != nullptr && constant->isExactlyValue(wanted);
}

// Doubling is an addition.
bool doubles(const llvm::Instruction& product) {
  return is_constant(product.getOperand(0), 2.0) || is_constant(product.getOperand(1), 2.0);
}

std::string whole_kind(unsigned opcode) {
  switch (opcode) {
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
      return "add";
    case llvm::Instruction::Mul:
      return "mul";
    case llvm::Instruction::And:
    case llvm::Instruction::Or:
    case llvm::Instruction::Xor:
      return "logic";
    case llvm::Instruction::Shl:
    case llvm::Instruction::LShr:
    case llvm::Instruction::AShr:
      return "shift";
    case llvm::Instruction::SDiv:
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SRem:
    case llvm::Instruction::URem:
      return "div";
    default:
      return "";
  }
}

// A division by a number in the code: the upper half of a product, shifted, or shifts alone where
// it is a power of two (of unsigned numbers LLVM has written these); what is left over takes a
// product and a sum more. Of 64 bit a product is made of several (machine code of nvcc 13 for
// sm_90).
bool divides_by_constant(const llvm::Instruction& instruction,
                         std::map<std::string, std::int64_t>& whole) {
  const auto* divisor = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
  if (divisor == nullptr || whole_kind(instruction.getOpcode()) != "div") return false;
  const bool wide = instruction.getType()->isIntegerTy(64);
  const bool left_over = instruction.getOpcode() == llvm::Instruction::SRem ||
                         instruction.getOpcode() == llvm::Instruction::URem;
  const bool by_shifts = divisor->getValue().isPowerOf2();
  whole["shift"] += wide ? 3 : by_shifts ? 2 : 1;
  whole["add"] += by_shifts ? (wide ? 2 : 1) : wide ? 8 : 1;
  if (!by_shifts) whole["mul"] += wide ? 4 : 1;
  if (left_over) whole[by_shifts ? "logic" : "mul"] += 1;
  if (left_over && !by_shifts) whole["add"] += wide ? 2 : 1;
  return true;
}

// What a loop adds to each round, or shifts or multiplies it by, and nothing else: it counts the
// rounds, which is part of the loop.
const llvm::Instruction* step_of(const llvm::PHINode& carried, const llvm::Loop& loop) {
  const llvm::BasicBlock* latch = loop.getLoopLatch();
  if (latch == nullptr || carried.getBasicBlockIndex(latch) < 0) return nullptr;
  const auto* step = llvm::dyn_cast<llvm::BinaryOperator>(carried.getIncomingValueForBlock(latch));
  if (step == nullptr) return nullptr;
  const bool first = step->getOperand(0) == &carried && loop.isLoopInvariant(step->getOperand(1));
  const bool second = step->getOperand(1) == &carried && loop.isLoopInvariant(step->getOperand(0));
  return first || (second && step->isCommutative()) ? step : nullptr;
}

// The loop that ends where this holds, or does not.
const llvm::Loop* ended_by(const llvm::ICmpInst& compare, const llvm::LoopInfo& loops) {
  for (const llvm::User* user : compare.users()) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(user);
    const llvm::Loop* loop = branch == nullptr ? nullptr : loops.getLoopFor(branch->getParent());
    if (loop != nullptr && loop->isLoopExiting(branch->getParent())) return loop;
  }
  return nullptr;
}

// Members of a structure that the kernel is passed are known before it runs.
bool is_argument(const llvm::Instruction& instruction) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  if (load == nullptr) return false;
  const auto* whole =
      llvm::dyn_cast<llvm::Argument>(llvm::getUnderlyingObject(load->getPointerOperand()));
  return whole != nullptr && whole->hasByValAttr();
}

using WholeNumbers = std::set<const llvm::Value*>;

// A word that is multiplied and added, or taken from something, is one instruction: the product's.
bool takes_in_product(const llvm::Instruction& sum, const WholeNumbers& data) {
  if (!sum.getType()->isIntegerTy(32)) return false;
  const bool adds = sum.getOpcode() == llvm::Instruction::Add;
  if (!adds && sum.getOpcode() != llvm::Instruction::Sub) return false;
  return std::ranges::any_of(sum.operands(), [&](const llvm::Value* operand) {
    const auto* product = llvm::dyn_cast<llvm::Instruction>(operand);
    return product != nullptr && product->getOpcode() == llvm::Instruction::Mul &&
           product->hasOneUse() && data.contains(product);
  });
}

// All whole numbers that these are made of, up to where they come from, without some.
WholeNumbers made_of(std::vector<const llvm::Value*> work, const WholeNumbers& without) {
  WholeNumbers found;
  while (!work.empty()) {
    const llvm::Value* value = work.back();
    work.pop_back();
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction == nullptr || !value->getType()->isIntOrIntVectorTy() ||
        without.contains(value) || !found.insert(value).second)
      continue;
    if (llvm::isa<llvm::LoadInst, llvm::CallBase>(instruction)) continue;
    work.insert(work.end(), instruction->op_begin(), instruction->op_end());
  }
  return found;
}

// "f32_i32" of what it is from and to; whole numbers of 8 B are converted where doubles are.
std::string kind_of(const llvm::Instruction& conversion) {
  const llvm::Type *from = conversion.getOperand(0)->getType()->getScalarType(),
                   *to = conversion.getType()->getScalarType();
  const auto name = [](const llvm::Type& type, bool wide) {
    return std::string(type.isIntegerTy() ? "i32" : wide ? "f64" : "f32");
  };
  const bool long_number = from->isIntegerTy(64) || to->isIntegerTy(64);
  const std::string first = name(*from, from->isDoubleTy() || long_number),
                    second = name(*to, to->isDoubleTy() || long_number);
  return first == second ? "f32_i32" : first + "_" + second;
}

// HADD2.F32 and F2FP, which the unit of special functions has no part in, and no flop (machine code
// of nvcc 13 for sm_90).
bool is_between_halves_and_floats(const llvm::Instruction& conversion) {
  const llvm::Type *from = conversion.getOperand(0)->getType()->getScalarType(),
                   *to = conversion.getType()->getScalarType();
  return (from->isHalfTy() && to->isFloatTy()) || (from->isFloatTy() && to->isHalfTy());
}

}  // namespace

OperationCounter::OperationCounter(llvm::Function& function) {
  find_fused(function);
  find_data(function);
}

void OperationCounter::find_fused(llvm::Function& function) {
  for (llvm::Instruction& sum : llvm::instructions(function)) {
    if (!is_sum(sum) || !sum.hasAllowContract()) continue;
    for (const llvm::Value* operand : sum.operands()) {
      const auto* product = llvm::dyn_cast<llvm::Instruction>(operand);
      if (product == nullptr || product->getOpcode() != llvm::Instruction::FMul) continue;
      if (!product->hasOneUse() || !product->hasAllowContract()) continue;
      if (fused_products_.insert(product).second) {
        fused_sums_.insert(&sum);
        break;
      }
    }
  }
}

// Backwards from what is stored or decides, as long as it is whole numbers; of these the ones that
// come from memory or from other lanes, or that a loop carries from round to round. What indices
// cost, and conditions made of them, follows from their text, and what counts the rounds of a loop
// is part of it; what else ends it has no text.
void OperationCounter::find_data(llvm::Function& function) {
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  std::vector<const llvm::Value*> indexing, storing, deciding, ending, work;
  WholeNumbers counting, from_data;
  for (const llvm::Loop* loop : loops.getLoopsInPreorder())
    for (const llvm::PHINode& carried : loop->getHeader()->phis()) {
      if (!carried.getType()->isIntegerTy() || carried.getType()->isIntegerTy(1)) continue;
      if (const llvm::Instruction* step = step_of(carried, *loop))
        counting.insert(step);
      else
        work.push_back(&carried);
    }
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
      indexing.insert(indexing.end(), address->idx_begin(), address->idx_end());
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      storing.push_back(store->getValueOperand());
    if (const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
      const llvm::Loop* ended = ended_by(*compare, loops);
      auto& into = ended == nullptr ? deciding : ending;
      for (const llvm::Value* operand : compare->operands())
        if (ended == nullptr || !ended->isLoopInvariant(operand)) into.push_back(operand);
    }
    if (llvm::isa<llvm::SIToFPInst, llvm::UIToFPInst>(instruction))
      storing.push_back(instruction.getOperand(0));
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      if (meaning_of(*call).kind == CallKind::coordinate) continue;
      storing.insert(storing.end(), call->arg_begin(), call->arg_end());
    }
  }
  const WholeNumbers indices = made_of(std::move(indexing), {});
  WholeNumbers used = made_of(std::move(storing), counting);
  used.merge(made_of(std::move(deciding), indices));
  counting.insert(indices.begin(), indices.end());
  for (const llvm::Value* value : made_of(std::move(ending), counting))
    if (loops.getLoopFor(llvm::cast<llvm::Instruction>(value)->getParent()) != nullptr)
      data_.insert(value);
  // Forwards from memory, from other lanes and from rounds before.
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (is_argument(instruction)) continue;
    if (llvm::isa<llvm::LoadInst, llvm::FPToSIInst, llvm::FPToUIInst>(instruction) ||
        (call != nullptr && meaning_of(*call).kind != CallKind::coordinate &&
         call->getIntrinsicID() == llvm::Intrinsic::not_intrinsic))
      work.push_back(&instruction);
  }
  while (!work.empty()) {
    const llvm::Value* value = work.back();
    work.pop_back();
    for (const llvm::User* user : value->users()) {
      if (!llvm::isa<llvm::Instruction>(user) || !user->getType()->isIntOrIntVectorTy()) continue;
      if (llvm::isa<llvm::LoadInst>(user)) continue;
      if (from_data.insert(user).second) work.push_back(user);
    }
  }
  for (const llvm::Value* value : used)
    if (from_data.count(value) != 0) data_.insert(value);
}

std::pair<const llvm::Value*, bool> OperationCounter::only_where(
    const llvm::Instruction& instruction) {
  const bool product = instruction.getOpcode() == llvm::Instruction::FMul;
  if (!is_sum(instruction) && !product) return {nullptr, false};
  for (const llvm::Value* operand : instruction.operands()) {
    const auto* select = llvm::dyn_cast<llvm::SelectInst>(operand);
    if (select == nullptr || !select->hasOneUse()) continue;
    const auto changes_nothing = [&](const llvm::Value* value) {
      const auto* constant = llvm::dyn_cast<llvm::ConstantFP>(value);
      return constant != nullptr && (product ? constant->isExactlyValue(1.0) : constant->isZero());
    };
    if (changes_nothing(select->getTrueValue())) return {select->getCondition(), true};
    if (changes_nothing(select->getFalseValue())) return {select->getCondition(), false};
  }
  // The same, where the result is chosen: of it, and of what it was before.
  if (!instruction.hasOneUse()) return {nullptr, false};
  const auto* select = llvm::dyn_cast<llvm::SelectInst>(instruction.user_back());
  if (select == nullptr || select->getCondition() == &instruction) return {nullptr, false};
  const bool negated = select->getFalseValue() == &instruction;
  const llvm::Value* before = negated ? select->getTrueValue() : select->getFalseValue();
  const bool was = llvm::is_contained(instruction.operands(), before);
  return was ? std::pair<const llvm::Value*, bool>(select->getCondition(), negated)
             : std::pair<const llvm::Value*, bool>(nullptr, false);
}

void OperationCounter::count(const llvm::Instruction& instruction, Operations& operations) const {
  const llvm::Type* type = instruction.getType();
  const auto lanes = [&]() -> std::int64_t {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    return vector == nullptr ? 1 : vector->getNumElements();
  }();
  switch (instruction.getOpcode()) {
    case llvm::Instruction::FAdd:
    case llvm::Instruction::FSub:
      operations[pipe_of(type)][fused_sums_.count(&instruction) != 0 ? "fma" : "add"] += lanes;
      return;
    case llvm::Instruction::FMul:
      if (fused_products_.count(&instruction) == 0)
        operations[pipe_of(type)][doubles(instruction) ? "add" : "mul"] += lanes;
      return;
    case llvm::Instruction::FDiv:
      operations[pipe_of(type)][is_constant(instruction.getOperand(0), 1.0) ? "rcp" : "div"] +=
          lanes;
      return;
    case llvm::Instruction::FRem:
      operations[pipe_of(type)]["div"] += lanes;
      return;
    case llvm::Instruction::FCmp:
      operations[pipe_of(instruction.getOperand(0)->getType())]["compare"] += 1;
      return;
    case llvm::Instruction::SIToFP:
    case llvm::Instruction::UIToFP:
    case llvm::Instruction::FPToSI:
    case llvm::Instruction::FPToUI:
    case llvm::Instruction::FPExt:
    case llvm::Instruction::FPTrunc:
      if (is_between_halves_and_floats(instruction)) {
        operations["int"]["logic"] += 1;
      } else {
        operations["convert"][kind_of(instruction)] += 1;
      }
      return;
    case llvm::Instruction::Call: {
      const auto& call = llvm::cast<llvm::CallBase>(instruction);
      const CallMeaning meaning = meaning_of(call);
      for (const Counted& each : meaning.counted) {
        if (each.whole && data_.count(&instruction) == 0) continue;
        operations[each.pipe][each.kind] += each.count;
      }
      return;
    }
    default:
      break;
  }
  if (data_.count(&instruction) == 0 || takes_in_product(instruction, data_)) return;
  const std::string kind = whole_kind(instruction.getOpcode());
  if (kind.empty() || divides_by_constant(instruction, operations["int"])) return;
  operations["int"][kind] += lanes;
  // Words of 4 B are added, shifted and chosen one by one; a product has two more parts, and a
  // division first looks whether one of the lower words will do (machine code of nvcc 13, sm_90).
  if (!type->getScalarType()->isIntegerTy(64)) return;
  if (kind == "div")
    operations["int"]["logic"] += 4 * lanes;
  else
    operations["int"][kind] += (kind == "mul" ? 2 : 1) * lanes;
}

}  // namespace gpumodel::describe
