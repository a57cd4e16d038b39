// Rows of pointers (`double** a`) and pointers in structures that are in memory (`grid->u`): what
// they point to is one array, however many allocations it is made of.
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include "src/describe/ir/address_spaces.hpp"
#include "src/describe/ir/values.hpp"

namespace gpumodel::describe {
namespace {

// What the pointers stand in is made of elements of this size; 0: the code does not say.
std::int64_t size_of_elements(const llvm::Value& pointer, const KernelCode& code) {
  const llvm::Value* at = &pointer;
  std::int64_t size = 0;
  while (const auto* step = llvm::dyn_cast<llvm::GEPOperator>(at)) {
    const auto bytes = code.layout.getTypeAllocSize(step->getSourceElementType()).getFixedValue();
    if (bytes > 1) size = static_cast<std::int64_t>(bytes);
    at = step->getPointerOperand();
  }
  return size;
}

// `%u = getelementptr inbounds %struct.Grid, ...`: what clang calls the place of a member.
std::string member_at(const llvm::Value& pointer, std::int64_t offset) {
  std::string name = pointer.hasName() ? pointer.getName().str() : std::string();
  name = name.substr(0, name.find_first_of(".0123456789"));
  return name.empty() || name == "arrayidx" ? "at_" + std::to_string(offset) : name;
}

}  // namespace

const Values::Kept* Values::in_memory(const llvm::Value& base) const {
  const auto found = in_memory_.find(&base);
  return found == in_memory_.end() ? nullptr : &found->second;
}

const ParameterSource* Values::source_of(const llvm::Value& base) const {
  if (const Kept* kept = in_memory(base)) return kept->source;
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&base))
    return &code_.source.parameters[argument->getArgNo()];
  return pointer_source(base, code_);
}

std::optional<Address> Values::through_memory(const llvm::LoadInst& load) {
  const auto place = address(load.getPointerOperand());
  reason_ = "pointer";
  several_ = nullptr;
  if (!place || place->texture || llvm::isa<llvm::AllocaInst>(place->base)) return std::nullopt;
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(place->base);
  if (variable != nullptr && variable->getAddressSpace() == shared_memory) return std::nullopt;
  const ParameterSource* outer = source_of(*place->base);
  const bool declared = outer != nullptr && outer->pointer && outer->element_bytes > 0;
  std::int64_t size =
      declared ? outer->element_bytes : size_of_elements(*load.getPointerOperand(), code_);
  const auto pointer = static_cast<std::int64_t>(code_.layout.getPointerSize());
  if (size < pointer || size % pointer != 0) size = pointer;
  const std::int64_t constant = place->bytes.constant_term();
  const std::int64_t offset = ((constant % size) + size) % size;
  const auto row = (place->bytes - Formula(offset)).divided_by(Formula(size));
  if (!row) return std::nullopt;
  const bool many = size == pointer || !(*row == Formula(0));
  const auto [way, first] = ways_in_memory_.try_emplace({place->base, offset, many}, &load);
  if (first) {
    Kept kept;
    kept.base = place->base;
    const Kept* around = in_memory(*place->base);
    if (outer != nullptr) kept.name = around != nullptr ? around->name : outer->name;
    if (variable != nullptr) kept.name = name_of(*variable);
    if (outer != nullptr)
      for (const ParameterSource& each : outer->pointers)
        if (each.offset == offset) kept.source = &each;
    const bool named = kept.source != nullptr && !kept.source->name.empty();
    if (named || size > pointer) {
      const std::string member =
          named ? kept.source->name : member_at(*load.getPointerOperand(), offset);
      kept.name = kept.name.empty() || kept.name == "this" ? member : kept.name + "_" + member;
    }
    if (kept.name.empty()) kept.name = "array";
    in_memory_[&load] = std::move(kept);
  }
  Address result{.base = way->second, .bytes = {}, .rows = place->rows};
  if (many) result.rows.push_back(*row);
  return result;
}

}  // namespace gpumodel::describe
