#include "src/describe/ir/run_time_numbers.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "src/describe/ir/intrinsics.hpp"

namespace gpumodel::describe {
namespace {

constexpr const char* warp_size_variable = "warpSize";
constexpr const char* mark_of_division = "gpumodel.code.divides.i";

bool is_mark(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  return call != nullptr && call->getCalledFunction() != nullptr &&
         call->getCalledFunction()->getName().starts_with(mark_of_division);
}

std::vector<llvm::CallInst*> marks_of(llvm::Function& function) {
  std::vector<llvm::CallInst*> marks;
  for (llvm::Instruction& each : llvm::instructions(function))
    if (is_mark(each)) marks.push_back(llvm::cast<llvm::CallInst>(&each));
  return marks;
}

// Nothing that a load could see: it may move over it.
llvm::CallInst* call_code(llvm::IRBuilder<>& build, const std::string& name,
                          llvm::ArrayRef<llvm::Value*> arguments) {
  std::vector<llvm::Type*> types;
  for (const llvm::Value* each : arguments) types.push_back(each->getType());
  auto* type = llvm::FunctionType::get(build.getVoidTy(), types, false);
  llvm::FunctionCallee made = build.GetInsertBlock()->getModule()->getOrInsertFunction(name, type);
  auto* function = llvm::cast<llvm::Function>(made.getCallee());
  function->setOnlyAccessesInaccessibleMemory();
  function->setDoesNotThrow();
  function->addFnAttr(llvm::Attribute::WillReturn);
  function->addFnAttr(llvm::Attribute::NoFree);
  function->addFnAttr(llvm::Attribute::NoSync);
  return build.CreateCall(made, arguments);
}

bool is_division(const llvm::Instruction& instruction) {
  const unsigned code = instruction.getOpcode();
  return instruction.getType()->isIntegerTy() &&
         (code == llvm::Instruction::UDiv || code == llvm::Instruction::SDiv ||
          code == llvm::Instruction::URem || code == llvm::Instruction::SRem);
}

// One that has a mark, by which it is counted. By a constant it is a shift or a product.
bool is_marked_division(const llvm::Instruction& instruction) {
  return is_division(instruction) && !llvm::isa<llvm::Constant>(instruction.getOperand(1));
}

// Whether a value is made of numbers and of some that are given, and of one of these at least.
class MadeOf {
 public:
  explicit MadeOf(IsReplaced given) : given_(std::move(given)) {}
  bool operator()(const llvm::Value& value) {
    found_ = false;
    seen_.clear();
    return alone(value) && found_;
  }

 private:
  bool alone(const llvm::Value& value) {
    if (llvm::isa<llvm::ConstantInt>(value)) return true;
    if (given_(value)) return found_ = true;
    if (!seen_.insert(&value).second) return true;
    if (!llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::PHINode, llvm::SelectInst,
                   llvm::ICmpInst, llvm::FreezeInst, llvm::IntrinsicInst>(value))
      return false;
    const auto& made = llvm::cast<llvm::Instruction>(value);
    if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&made))
      return call->arg_size() > 0 && call->getType()->isIntegerTy() &&
             llvm::all_of(call->args(), [&](const llvm::Use& use) { return alone(*use); });
    return llvm::all_of(made.operands(), [&](const llvm::Use& use) { return alone(*use); });
  }

  IsReplaced given_;
  std::set<const llvm::Value*> seen_;
  bool found_ = false;
};

// A quotient and a remainder of the same two are made by one sequence (nvcc 13.0 for sm_90: the
// remainder, and three instructions more).
void count_first(const std::vector<llvm::CallInst*>& marks, const llvm::DominatorTree& dominators) {
  std::vector<llvm::CallInst*> first;
  for (llvm::CallInst* mark : marks) {
    const bool again = std::ranges::any_of(first, [&](const llvm::CallInst* other) {
      return other->getArgOperand(0) == mark->getArgOperand(0) &&
             other->getArgOperand(1) == mark->getArgOperand(1) && dominators.dominates(other, mark);
    });
    if (!again) first.push_back(mark);
  }
  for (llvm::CallInst* mark : first) {
    llvm::IRBuilder<> build(mark);
    call_code(build, code_of_division, {})->setDebugLoc(mark->getDebugLoc());
  }
  for (llvm::CallInst* mark : marks) mark->eraseFromParent();
}

// Counters that are not counted in equal steps, and what is made of them and of what stays the same
// in the loop.
class OfCounter {
 public:
  explicit OfCounter(const llvm::Loop& loop) : loop_(loop) {
    const llvm::BasicBlock* latch = loop.getLoopLatch();
    for (const llvm::PHINode& phi : loop.getHeader()->phis()) {
      if (!phi.getType()->isIntegerTy() || latch == nullptr) continue;
      const auto* next = llvm::dyn_cast<llvm::BinaryOperator>(phi.getIncomingValueForBlock(latch));
      if (next != nullptr && is_counter(phi, *next)) add(phi);
    }
  }

  bool has(const llvm::Value& value) const { return all_.contains(&value); }
  const std::set<const llvm::Value*>& all() const { return all_; }

 private:
  // Its next value is made of itself and of what stays the same, not of data.
  bool is_counter(const llvm::PHINode& phi, const llvm::BinaryOperator& next) const {
    std::set<const llvm::Value*> seen{&phi};
    std::vector<const llvm::Value*> work{&next};
    while (!work.empty()) {
      const llvm::Value* value = work.back();
      work.pop_back();
      if (loop_.isLoopInvariant(value) || !seen.insert(value).second) continue;
      const auto* made = llvm::dyn_cast<llvm::Instruction>(value);
      if (made == nullptr ||
          !llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::FreezeInst>(made))
        return false;
      work.insert(work.end(), made->op_begin(), made->op_end());
    }
    return true;
  }

  void add(const llvm::Value& value) {
    std::vector<const llvm::Value*> work{&value};
    while (!work.empty()) {
      const llvm::Value* each = work.back();
      work.pop_back();
      if (!all_.insert(each).second) continue;
      for (const llvm::User* user : each->users()) {
        const auto* made = llvm::dyn_cast<llvm::Instruction>(user);
        if (made == nullptr || !loop_.contains(made) || !made->getType()->isIntegerTy()) continue;
        if (llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::FreezeInst, llvm::ICmpInst,
                      llvm::SelectInst, llvm::IntrinsicInst>(made))
          work.push_back(made);
      }
    }
  }

  const llvm::Loop& loop_;
  std::set<const llvm::Value*> all_;
};

bool is_of_warp(const llvm::User& user) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&user);
  if (call == nullptr) return false;
  const CallMeaning meaning = meaning_of(*call);
  return std::ranges::any_of(meaning.counted,
                             [](const Counted& each) { return each.pipe == "shuffle"; });
}

}  // namespace

void read_warp_size(llvm::Module& module) {
  llvm::GlobalVariable* variable = module.getNamedGlobal(warp_size_variable);
  if (variable == nullptr || !variable->isDeclaration()) return;
  std::vector<llvm::Value*> work{variable};
  std::vector<llvm::LoadInst*> loads;
  while (!work.empty()) {
    llvm::Value* value = work.back();
    work.pop_back();
    for (llvm::User* user : value->users()) {
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) loads.push_back(load);
      if (llvm::isa<llvm::ConstantExpr, llvm::AddrSpaceCastInst>(user)) work.push_back(user);
    }
  }
  auto* reads =
      llvm::Intrinsic::getDeclaration(&module, llvm::Intrinsic::nvvm_read_ptx_sreg_warpsize);
  for (llvm::LoadInst* load : loads) {
    if (load->getType() != reads->getReturnType()) continue;
    llvm::IRBuilder<> build(load);
    load->replaceAllUsesWith(build.CreateCall(reads));
    load->eraseFromParent();
  }
}

bool is_warp_size(const llvm::Value& value) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&value);
  return call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::nvvm_read_ptx_sreg_warpsize;
}

bool reads_warp_size(llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), is_warp_size);
}

void state_warp_size(llvm::Function& function) {
  constexpr int lanes = 32;
  for (llvm::Instruction& each : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (!is_warp_size(each)) continue;
    each.replaceAllUsesWith(llvm::ConstantInt::get(each.getType(), lanes));
    each.eraseFromParent();
  }
}

void mark_divisions(llvm::Function& function) {
  for (llvm::Instruction& each : llvm::instructions(function)) {
    if (!is_marked_division(each)) continue;
    llvm::IRBuilder<> build(&each);
    call_code(build, mark_of_division + std::to_string(each.getType()->getIntegerBitWidth()),
              {each.getOperand(0), each.getOperand(1)});
  }
}

void count_divisions(llvm::Function& function, const IsReplaced& is_replaced) {
  MadeOf made_of(is_replaced);
  std::vector<llvm::CallInst*> marks = marks_of(function);
  std::erase_if(marks, [&](llvm::CallInst* mark) { return !made_of(*mark->getArgOperand(1)); });
  count_first(marks, llvm::DominatorTree(function));
}

void count_divisions(llvm::Loop& loop, const llvm::DominatorTree& dominators) {
  const OfCounter counter(loop);
  std::vector<llvm::CallInst*> marks;
  for (llvm::BasicBlock* block : loop.blocks())
    for (llvm::Instruction& each : *block)
      if (is_mark(each) && counter.has(*each.getOperand(1)))
        marks.push_back(llvm::cast<llvm::CallInst>(&each));
  count_first(marks, dominators);
}

void drop_marks(llvm::Function& function) {
  for (llvm::CallInst* mark : marks_of(function)) mark->eraseFromParent();
}

void drop_code(llvm::Module& module) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (!function.getName().starts_with(code_prefix)) continue;
    for (llvm::User* user : llvm::make_early_inc_range(function.users()))
      llvm::cast<llvm::Instruction>(user)->eraseFromParent();
    function.eraseFromParent();
  }
}

bool needs_counter(const llvm::Loop& loop) {
  const OfCounter counter(loop);
  const llvm::Instruction* end = loop.getLoopLatch()->getTerminator();
  return std::ranges::any_of(counter.all(), [&](const llvm::Value* value) {
    return llvm::any_of(value->users(), [&](const llvm::User* user) {
      const auto* made = llvm::dyn_cast<llvm::Instruction>(user);
      if (made == nullptr || made == end || counter.has(*user) || is_of_warp(*user)) return false;
      const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
      const bool says_nothing =
          call != nullptr && (llvm::isa<llvm::DbgInfoIntrinsic>(call) || is_mark(*made));
      return !says_nothing;
    });
  });
}

void count_rounds(llvm::Loop& loop) {
  constexpr std::uint32_t compares_and_jumps = 2;
  const OfCounter counter(loop);
  std::uint32_t instructions = compares_and_jumps;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    for (const llvm::Instruction& each : *block) {
      const auto is_of_counter = [&](const llvm::Use& use) { return counter.has(*use); };
      const auto is_known = [&](const llvm::Use& use) {
        return counter.has(*use) || llvm::isa<llvm::Constant>(use);
      };
      const bool steps = llvm::isa<llvm::BinaryOperator>(each) && counter.has(each) &&
                         llvm::all_of(each.operands(), is_known) && !is_marked_division(each);
      const bool moves =
          llvm::isa<llvm::GetElementPtrInst>(each) && llvm::any_of(each.operands(), is_of_counter);
      if (steps || moves) ++instructions;
    }
  }
  llvm::IRBuilder<> build(loop.getLoopLatch()->getTerminator());
  call_code(build, code_of_round, {build.getInt32(instructions)});
}

}  // namespace gpumodel::describe
