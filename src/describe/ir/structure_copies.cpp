#include "src/describe/ir/structure_copies.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>

#include <vector>

namespace gpumodel::describe {
namespace {

constexpr std::uint64_t widest = 16;      // B of one access
constexpr std::size_t most_members = 64;  // of one copy: arrays of a structure are members, too

struct CopiedMember {
  std::uint64_t offset;
  llvm::Type* type;
};
using CopiedMembers = std::vector<CopiedMember>;

// Whether these are all bytes of it that mean something, and few enough.
bool add_members(llvm::Type* type, std::uint64_t offset, const llvm::DataLayout& layout,
                 CopiedMembers& members) {
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* places = layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      if (!add_members(structure->getElementType(i), offset + places->getElementOffset(i), layout,
                       members))
        return false;
    return true;
  }
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    llvm::Type* element = array->getElementType();
    for (std::uint64_t i = 0; i < array->getNumElements(); ++i)
      if (!add_members(element, offset + i * layout.getTypeAllocSize(element).getFixedValue(),
                       layout, members))
        return false;
    return true;
  }
  members.push_back({offset, type});
  return members.size() <= most_members;
}

// What a pointer points to, as far as its own making says it.
llvm::Type* pointed_to(const llvm::Value* pointer) {
  pointer = pointer->stripPointerCasts();
  if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(pointer))
    return local->isArrayAllocation() ? nullptr : local->getAllocatedType();
  if (const auto* place = llvm::dyn_cast<llvm::GEPOperator>(pointer))
    return place->getResultElementType();
  return nullptr;
}

CopiedMembers copied_members(const llvm::MemCpyInst& copy, std::uint64_t length,
                             const llvm::DataLayout& layout) {
  for (const llvm::Value* side : {copy.getSource(), copy.getDest()}) {
    llvm::Type* type = pointed_to(side);
    if (type == nullptr || !type->isAggregateType() || !type->isSized() ||
        layout.getTypeAllocSize(type).getFixedValue() != length)
      continue;
    CopiedMembers members;
    if (add_members(type, 0, layout, members)) return members;
  }
  return {};
}

// A table that is only read stays one: it need not be in registers.
bool copies_structure_of_thread(const llvm::MemCpyInst& copy) {
  const llvm::Value* from = llvm::getUnderlyingObject(copy.getSource());
  const llvm::Value* to = llvm::getUnderlyingObject(copy.getDest());
  const auto* table = llvm::dyn_cast<llvm::GlobalVariable>(from);
  return !copy.isVolatile() && (table == nullptr || !table->isConstant()) &&
         (llvm::isa<llvm::AllocaInst>(from) || llvm::isa<llvm::AllocaInst>(to));
}

// How many neighbours are moved at once in memory that is aligned for it: a compiler for GPUs takes
// such a structure for a vector, and loads and stores all of it, whatever is used.
std::size_t at_once(const CopiedMembers& members, std::uint64_t alignment,
                    const llvm::DataLayout& layout) {
  const std::uint64_t size = layout.getTypeStoreSize(members[0].type).getFixedValue();
  for (std::size_t i = 0; i < members.size(); ++i) {
    llvm::Type* type = members[i].type;
    if (members[i].offset != i * size || !(type->isIntegerTy() || type->isFloatingPointTy()) ||
        layout.getTypeSizeInBits(type).getFixedValue() != 8 * size)
      return 1;
  }
  for (const std::size_t count : {std::size_t{4}, std::size_t{2}})
    if (members.size() % count == 0 && count * size <= widest && alignment % (count * size) == 0)
      return count;
  return 1;
}

class Splitter {
 public:
  Splitter(llvm::MemCpyInst& copy, const CopiedMembers& members, const llvm::DataLayout& layout)
      : copy_(copy), members_(members), layout_(layout), builder_(&copy) {}

  // All are loaded before the first is stored, so that neighbours can be moved as one.
  void split() {
    load();
    store();
    copy_.eraseFromParent();
  }

 private:
  std::size_t vector_of(const llvm::Value* side, std::uint64_t alignment) const {
    if (llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(side))) return 1;
    return at_once(members_, alignment, layout_);
  }
  // Of the members' type, if it is one, else of their bits.
  llvm::Type* element() const {
    for (const CopiedMember& member : members_)
      if (member.type != members_[0].type)
        return builder_.getIntNTy(
            static_cast<unsigned>(layout_.getTypeSizeInBits(members_[0].type).getFixedValue()));
    return members_[0].type;
  }
  llvm::Value* place(llvm::Value* base, std::uint64_t offset) {
    return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), base, offset);
  }
  void load() {
    const llvm::Align alignment = copy_.getSourceAlign().valueOrOne();
    const std::size_t count = vector_of(copy_.getSource(), alignment.value());
    for (std::size_t i = 0; i < members_.size(); i += count) {
      llvm::Type* type = members_[i].type;
      if (count > 1) type = llvm::FixedVectorType::get(element(), static_cast<unsigned>(count));
      llvm::Value* loaded =
          builder_.CreateAlignedLoad(type, place(copy_.getRawSource(), members_[i].offset),
                                     llvm::commonAlignment(alignment, members_[i].offset));
      for (std::size_t j = 0; j < count; ++j)
        values_.push_back(count == 1
                              ? loaded
                              : builder_.CreateBitCast(builder_.CreateExtractElement(loaded, j),
                                                       members_[i + j].type));
    }
  }
  void store() {
    const llvm::Align alignment = copy_.getDestAlign().valueOrOne();
    const std::size_t count = vector_of(copy_.getDest(), alignment.value());
    for (std::size_t i = 0; i < members_.size(); i += count) {
      llvm::Value* stored = values_[i];
      if (count > 1) {
        stored = llvm::PoisonValue::get(
            llvm::FixedVectorType::get(element(), static_cast<unsigned>(count)));
        for (std::size_t j = 0; j < count; ++j)
          stored = builder_.CreateInsertElement(
              stored, builder_.CreateBitCast(values_[i + j], element()), j);
      }
      builder_.CreateAlignedStore(stored, place(copy_.getRawDest(), members_[i].offset),
                                  llvm::commonAlignment(alignment, members_[i].offset));
    }
  }

  llvm::MemCpyInst& copy_;
  const CopiedMembers& members_;
  const llvm::DataLayout& layout_;
  mutable llvm::IRBuilder<> builder_;
  std::vector<llvm::Value*> values_;
};

// The only part of a vector that is used, if it is one.
llvm::ExtractElementInst* only_part(llvm::LoadInst& load) {
  if (!load.isSimple() || !load.getType()->isVectorTy() || !load.hasOneUse()) return nullptr;
  auto* part = llvm::dyn_cast<llvm::ExtractElementInst>(*load.user_begin());
  return part != nullptr && llvm::isa<llvm::ConstantInt>(part->getIndexOperand()) ? part : nullptr;
}

}  // namespace

llvm::PreservedAnalyses SplitStructureCopies::run(llvm::Function& function,
                                                  llvm::FunctionAnalysisManager&) {
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  std::vector<std::pair<llvm::MemCpyInst*, CopiedMembers>> found;
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& instruction : block)
      if (auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(&instruction))
        if (const auto* length = llvm::dyn_cast<llvm::ConstantInt>(copy->getLength());
            length != nullptr && copies_structure_of_thread(*copy))
          if (CopiedMembers members = copied_members(*copy, length->getZExtValue(), layout);
              !members.empty())
            found.emplace_back(copy, std::move(members));
  for (const auto& [copy, members] : found) Splitter(*copy, members, layout).split();
  return found.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

llvm::PreservedAnalyses LoadOnlyPart::run(llvm::Function& function,
                                          llvm::FunctionAnalysisManager&) {
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  std::vector<std::pair<llvm::LoadInst*, llvm::ExtractElementInst*>> found;
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& instruction : block)
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
        if (auto* part = only_part(*load)) found.emplace_back(load, part);
  for (const auto& [load, part] : found) {
    llvm::IRBuilder<> builder(load);
    const std::uint64_t offset =
        llvm::cast<llvm::ConstantInt>(part->getIndexOperand())->getZExtValue() *
        layout.getTypeStoreSize(part->getType()).getFixedValue();
    llvm::LoadInst* scalar = builder.CreateAlignedLoad(
        part->getType(),
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), load->getPointerOperand(), offset),
        llvm::commonAlignment(load->getAlign(), offset));
    part->replaceAllUsesWith(scalar);
    part->eraseFromParent();
    load->eraseFromParent();
  }
  return found.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace gpumodel::describe
