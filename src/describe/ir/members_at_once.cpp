#include "src/describe/ir/members_at_once.hpp"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace gpumodel::describe {
namespace {

struct Joinable {
  llvm::Instruction* access = nullptr;
  std::int64_t offset = 0;  // B, from what the group has in common
};
using Joinables = std::vector<Joinable>;
// Accesses of one kind and type in a block, to places that differ by a number.
struct Kin {
  bool loads = false;
  llvm::Type* type = nullptr;
  llvm::Value* first = nullptr;
  Joinables members{};
};

class Joiner {
 public:
  Joiner(llvm::BasicBlock& block, llvm::AAResults& alias, llvm::ScalarEvolution& evolution)
      : layout_(block.getModule()->getDataLayout()), alias_(alias), evolution_(evolution) {
    for (llvm::Instruction& instruction : block) {
      llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
      if (pointer == nullptr || !is_plain(instruction)) continue;
      llvm::Type* type = llvm::getLoadStoreType(&instruction);
      const std::int64_t size = size_of(type);
      if (type->isVectorTy() || type->isPointerTy() || (size != 4 && size != half)) continue;
      add(instruction, *pointer, *type);
    }
  }

  bool run() {
    bool any = false;
    for (auto& [loads, type, first, members] : kin_) {
      std::ranges::stable_sort(members, {}, &Joinable::offset);
      while (!members.empty()) {
        Joinables joined = at_once(members, loads);
        const llvm::Instruction* lowest = members.front().access;
        std::erase_if(members, [&](const Joinable& each) {
          return each.access == lowest ||
                 std::ranges::find(joined, each.access, &Joinable::access) != joined.end();
        });
        if (joined.size() < 2) continue;
        any = true;
        loads ? load(joined) : store(joined);
      }
    }
    return any;
  }

 private:
  static constexpr std::int64_t widest = 16, half = 8;  // B

  void add(llvm::Instruction& access, llvm::Value& pointer, llvm::Type& type) {
    const bool loads = llvm::isa<llvm::LoadInst>(access);
    for (Kin& kin : kin_) {
      if (kin.loads != loads || kin.type != &type || kin.first->getType() != pointer.getType())
        continue;
      const auto* apart = llvm::dyn_cast<llvm::SCEVConstant>(
          evolution_.getMinusSCEV(evolution_.getSCEV(&pointer), evolution_.getSCEV(kin.first)));
      if (apart == nullptr) continue;
      kin.members.push_back({&access, apart->getAPInt().getSExtValue()});
      return;
    }
    kin_.push_back({loads, &type, &pointer, {{&access, 0}}});
  }

  static bool is_plain(const llvm::Instruction& access) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&access);
    return load != nullptr ? load->isSimple() : llvm::cast<llvm::StoreInst>(access).isSimple();
  }
  std::int64_t size_of(llvm::Type* type) const {
    return static_cast<std::int64_t>(layout_.getTypeStoreSize(type).getFixedValue());
  }

  // Those that go with the first, which lies lowest.
  Joinables at_once(const Joinables& members, bool loads) const {
    const Joinable& first = members.front();
    const auto aligned =
        static_cast<std::int64_t>(llvm::getLoadStoreAlignment(first.access).value());
    const std::int64_t size = size_of(llvm::getLoadStoreType(first.access));
    for (const std::int64_t width : {widest, half}) {
      if (aligned < width || size == width) continue;
      Joinables joined;
      for (const Joinable& each : members) {
        const bool inside =
            each.offset < first.offset + width && each.offset % size == first.offset % size;
        const bool twice = !joined.empty() && each.offset == joined.back().offset;
        if (inside && !twice) joined.push_back(each);
      }
      const bool reaches = joined.back().offset - first.offset >= width / 2;
      const bool whole = static_cast<std::int64_t>(joined.size()) * size == width;
      if ((loads ? reaches : whole) && may_join(joined, loads)) return joined;
    }
    return {first};
  }

  // Loads are moved up to the first of them, past nothing that changes what they load; stores down
  // to the last, past nothing that touches it.
  bool may_join(const Joinables& joined, bool loads) const {
    const auto [first, last] = ends(joined);
    const llvm::BasicBlock::iterator end = last->getIterator();
    for (auto at = first->getIterator(); at != end; ++at) {
      if (std::ranges::find(joined, &*at, &Joinable::access) != joined.end()) continue;
      if (!at->mayReadOrWriteMemory()) continue;
      for (const Joinable& each : joined) {
        if (each.access->comesBefore(&*at) == loads) continue;
        const auto touched = alias_.getModRefInfo(&*at, llvm::MemoryLocation::get(each.access));
        if (loads ? llvm::isModSet(touched) : llvm::isModOrRefSet(touched)) return false;
      }
    }
    return true;
  }
  static std::pair<llvm::Instruction*, llvm::Instruction*> ends(const Joinables& joined) {
    const auto before = [](const Joinable& a, const Joinable& b) {
      return a.access->comesBefore(b.access);
    };
    return {std::ranges::min_element(joined, before)->access,
            std::ranges::max_element(joined, before)->access};
  }

  llvm::FixedVectorType* vector_of(const Joinables& joined) const {
    llvm::Type* type = llvm::getLoadStoreType(joined.front().access);
    const std::int64_t size = size_of(type);
    const bool one_half = joined.back().offset - joined.front().offset < half && size < half;
    return llvm::FixedVectorType::get(type,
                                      static_cast<unsigned>((one_half ? half : widest) / size));
  }
  llvm::Value* place(llvm::IRBuilder<>& build, const Joinables& joined,
                     llvm::Instruction* at) const {
    llvm::Value* pointer = llvm::getLoadStorePointerOperand(at);
    const auto from = std::ranges::find(joined, at, &Joinable::access)->offset;
    return build.CreateConstInBoundsGEP1_64(
        build.getInt8Ty(), pointer, static_cast<std::uint64_t>(joined.front().offset - from));
  }
  unsigned number_of(const Joinables& joined, const Joinable& each) const {
    return static_cast<unsigned>((each.offset - joined.front().offset) /
                                 size_of(llvm::getLoadStoreType(each.access)));
  }

  void load(const Joinables& joined) const {
    llvm::Instruction* first = ends(joined).first;
    llvm::IRBuilder<> build(first);
    auto* all = build.CreateAlignedLoad(vector_of(joined), place(build, joined, first),
                                        llvm::getLoadStoreAlignment(joined.front().access));
    for (const Joinable& each : joined) {
      each.access->replaceAllUsesWith(build.CreateExtractElement(all, number_of(joined, each)));
      if (each.access != first) each.access->eraseFromParent();
    }
    first->eraseFromParent();
  }

  void store(const Joinables& joined) const {
    llvm::Instruction* last = ends(joined).second;
    llvm::IRBuilder<> build(last);
    llvm::Value* all = llvm::PoisonValue::get(vector_of(joined));
    for (const Joinable& each : joined)
      all = build.CreateInsertElement(all,
                                      llvm::cast<llvm::StoreInst>(each.access)->getValueOperand(),
                                      number_of(joined, each));
    build.CreateAlignedStore(all, place(build, joined, last),
                             llvm::getLoadStoreAlignment(joined.front().access));
    for (const Joinable& each : joined) each.access->eraseFromParent();
  }

  const llvm::DataLayout& layout_;
  llvm::AAResults& alias_;
  llvm::ScalarEvolution& evolution_;
  std::vector<Kin> kin_;
};

}  // namespace

llvm::PreservedAnalyses MembersAtOnce::run(llvm::Function& function,
                                           llvm::FunctionAnalysisManager& analyses) {
  llvm::AAResults& alias = analyses.getResult<llvm::AAManager>(function);
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  bool any = false;
  for (llvm::BasicBlock& block : function) any = Joiner(block, alias, evolution).run() || any;
  return any ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace gpumodel::describe
