#include "src/describe/count/counters.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <map>

namespace gpumodel::describe {
namespace {

using Kind = CountSite::Kind;

constexpr unsigned widest = 64;

class Counters {
 public:
  explicit Counters(llvm::Function& kernel)
      : kernel_(kernel), context_(kernel.getContext()), word_(llvm::Type::getInt32Ty(context_)) {
    auto* none = llvm::Type::getVoidTy(context_);
    auto* number = llvm::Type::getInt64Ty(context_);
    llvm::Module& module = *kernel.getParent();
    share_ = module.getOrInsertFunction(counts_share, none, word_, word_);
    rounds_ = module.getOrInsertFunction(counts_rounds, none, word_, number);
    number_ = module.getOrInsertFunction(counts_number, none, word_, number);
  }

  static bool can_count(const CountSite& site) {
    const auto* type = site.value != nullptr ? site.value->getType() : nullptr;
    switch (site.kind) {
      case Kind::share:
        return type != nullptr && type->isIntegerTy(1);
      case Kind::cases:
        return site.way != nullptr;
      case Kind::leaving:
        return site.loop->hasDedicatedExits();
      case Kind::rounds:
        return site.loop->hasDedicatedExits() && site.loop->getLoopPreheader() != nullptr;
      case Kind::value:
        return type != nullptr && type->isIntegerTy() && type->getIntegerBitWidth() <= widest &&
               llvm::isa<llvm::Instruction>(site.value);
      case Kind::element:
        return llvm::isa<llvm::Argument>(site.base) || llvm::isa<llvm::GlobalVariable>(site.base);
    }
    return false;
  }

  void add(const CountSite& site, unsigned number) {
    switch (site.kind) {
      case Kind::share: {
        llvm::IRBuilder<> build(site.at);
        return count(build, number, site.negated ? build.CreateNot(site.value) : site.value);
      }
      case Kind::cases:
        return add_cases(llvm::cast<llvm::SwitchInst>(*site.at), *site.way, number);
      case Kind::leaving:
        for (llvm::BasicBlock* exit : exits_of(*site.loop)) {
          llvm::IRBuilder<> build(&*exit->getFirstInsertionPt());
          count(build, number, build.getInt1(exit == site.way));
        }
        return;
      case Kind::rounds:
        return add_rounds(*site.loop, number);
      case Kind::value: {
        llvm::IRBuilder<> build(
            site.at != nullptr ? site.at : behind(*llvm::cast<llvm::Instruction>(site.value)));
        const auto extend =
            is_unsigned(*site.value) ? llvm::Instruction::ZExt : llvm::Instruction::SExt;
        return note(build, number, extended(build, extend, *site.value));
      }
      case Kind::element: {
        llvm::IRBuilder<> build(site.at);
        auto* place = build.CreatePtrToInt(site.value, build.getInt64Ty());
        auto* first = build.CreatePtrToInt(site.base, build.getInt64Ty());
        const auto size = static_cast<std::uint64_t>(site.element_bytes);
        return note(build, number,
                    build.CreateSDiv(build.CreateSub(place, first), build.getInt64(size)));
      }
    }
  }

 private:
  // As the code takes it where it needs a wider one.
  static bool is_unsigned(const llvm::Value& value) {
    return llvm::any_of(value.users(), [](auto* u) { return llvm::isa<llvm::ZExtInst>(u); });
  }
  static llvm::Value* extended(llvm::IRBuilder<>& build, llvm::Instruction::CastOps how,
                               llvm::Value& value) {
    auto* wide = build.getInt64Ty();
    return value.getType() == wide ? &value : build.CreateCast(how, &value, wide);
  }
  static llvm::Instruction* behind(llvm::Instruction& made) {
    if (llvm::isa<llvm::PHINode>(made)) return &*made.getParent()->getFirstInsertionPt();
    return made.getNextNode();
  }
  static llvm::SmallVector<llvm::BasicBlock*, 4> exits_of(const llvm::Loop& loop) {
    llvm::SmallVector<llvm::BasicBlock*, 4> exits;
    loop.getUniqueExitBlocks(exits);
    return exits;
  }

  void count(llvm::IRBuilder<>& build, unsigned number, llvm::Value* holds) {
    build.CreateCall(share_, {build.getInt32(number), build.CreateZExt(holds, word_)});
  }
  void note(llvm::IRBuilder<>& build, unsigned number, llvm::Value* value) {
    build.CreateCall(number_, {build.getInt32(number), value});
  }

  void add_cases(llvm::SwitchInst& many, const llvm::BasicBlock& way, unsigned number) {
    llvm::IRBuilder<> build(&many);
    llvm::Value *taken = build.getFalse(), *others = build.getFalse();
    for (const auto& each : many.cases()) {
      auto* is = build.CreateICmpEQ(many.getCondition(), each.getCaseValue());
      llvm::Value*& side = each.getCaseSuccessor() == &way ? taken : others;
      side = build.CreateOr(side, is);
    }
    count(build, number, many.getDefaultDest() == &way ? build.CreateNot(others) : taken);
  }

  // A round begins at the head of the loop; where only the head ends it, the last is none.
  void add_rounds(const llvm::Loop& loop, unsigned number) {
    llvm::SmallVector<llvm::BasicBlock*, 4> exiting;
    loop.getExitingBlocks(exiting);
    llvm::BasicBlock* head = loop.getHeader();
    const bool asks_first =
        exiting.size() == 1 && exiting.front() == head && loop.getLoopLatch() != head;
    llvm::IRBuilder<> build(&*kernel_.getEntryBlock().getFirstInsertionPt());
    auto* rounds = build.CreateAlloca(build.getInt64Ty());
    build.SetInsertPoint(loop.getLoopPreheader()->getTerminator());
    build.CreateStore(build.getInt64(0), rounds);
    build.SetInsertPoint(&*head->getFirstInsertionPt());
    auto* before = build.CreateLoad(build.getInt64Ty(), rounds);
    build.CreateStore(build.CreateAdd(before, build.getInt64(1)), rounds);
    for (llvm::BasicBlock* exit : exits_of(loop)) {
      build.SetInsertPoint(&*exit->getFirstInsertionPt());
      llvm::Value* all = build.CreateLoad(build.getInt64Ty(), rounds);
      if (asks_first) all = build.CreateSub(all, build.getInt64(1));
      build.CreateCall(rounds_, {build.getInt32(number), all});
    }
  }

  llvm::Function& kernel_;
  llvm::LLVMContext& context_;
  llvm::Type* word_;
  llvm::FunctionCallee share_, rounds_, number_;
};

}  // namespace

std::vector<std::string> insert_counters(llvm::Function& kernel,
                                         const std::vector<CountSite>& sites,
                                         const std::set<std::string>& wanted) {
  std::map<std::string, bool> countable;  // every place of a name can be
  for (const CountSite& site : sites) {
    if (!wanted.contains(site.name)) continue;
    bool& is = countable.try_emplace(site.name, true).first->second;
    is = is && Counters::can_count(site);
  }
  std::vector<std::string> names;
  for (const auto& [name, is] : countable)
    if (is) names.push_back(name);
  Counters counters(kernel);
  for (const CountSite& site : sites) {
    const auto found = std::ranges::find(names, site.name);
    if (found != names.end()) counters.add(site, static_cast<unsigned>(found - names.begin()));
  }
  return names;
}

}  // namespace gpumodel::describe
