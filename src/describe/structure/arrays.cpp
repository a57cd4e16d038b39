#include "src/describe/structure/arrays.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/GlobalVariable.h>

#include "src/describe/ir/address_spaces.hpp"

namespace gpumodel::describe {
namespace {

constexpr std::size_t most_stated = 32;  // numbers of a table: more are for nobody to read

// Whole numbers that never change, in the order of memory; false where there is anything else.
bool append_numbers(const llvm::Constant& from, std::vector<std::int64_t>& numbers) {
  if (numbers.size() > most_stated) return false;
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&from)) {
    numbers.push_back(number->getSExtValue());
    return true;
  }
  const auto* list = llvm::dyn_cast<llvm::ArrayType>(from.getType());
  for (unsigned i = 0; list != nullptr && i < list->getNumElements(); ++i) {
    const llvm::Constant* each = from.getAggregateElement(i);
    if (each == nullptr || !append_numbers(*each, numbers)) return false;
  }
  return list != nullptr;
}

// What stands in a table of constants: a formula of the number of the element.
std::optional<std::string> table_of(const llvm::GlobalVariable& variable) {
  std::vector<std::int64_t> numbers;
  if (!variable.isConstant() || !variable.hasInitializer() ||
      !append_numbers(*variable.getInitializer(), numbers) || numbers.size() > most_stated)
    return std::nullopt;
  std::string text;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] == 0) continue;
    if (!text.empty()) text += numbers[i] < 0 ? " - " : " + ";
    if (text.empty() && numbers[i] < 0) text += "-";
    text += "(index == " + std::to_string(i) + ") * " + std::to_string(std::abs(numbers[i]));
  }
  return text.empty() ? "0" : text;
}

// The extents that the source gives to a variable.
void declare(const llvm::GlobalVariable& variable, const llvm::DataLayout& layout, Array& array) {
  const llvm::Type* type = variable.getValueType();
  array.declared_bytes =
      static_cast<std::int64_t>(layout.getTypeAllocSize(variable.getValueType()).getFixedValue());
  while (const auto* list = llvm::dyn_cast<llvm::ArrayType>(type)) {
    array.declared.push_back(static_cast<std::int64_t>(list->getNumElements()));
    type = list->getElementType();
  }
  if (!type->isStructTy()) {
    array.type = type_name(type, layout);
    array.element_bytes = static_cast<std::int64_t>(
        layout.getTypeAllocSize(const_cast<llvm::Type*>(type)).getFixedValue());
  } else {
    array.declared.clear();
  }
  if (*array.declared_bytes == 0) {  // extern: as much as the launch gives
    array.declared_bytes.reset();
    array.declared.clear();
  }
}

// "32x2" of "f32x2".
std::string bits_of(const std::string& type) {
  return type.substr(std::min(type.find_first_of("0123456789"), type.size()));
}
bool same_bits(const std::string& a, const std::string& b) {
  return !bits_of(a).empty() && bits_of(a) == bits_of(b);
}

// The prelude computes with half in its place: there are the same operations.
bool is_bfloat16(const Array& array) {
  return (array.members.empty() ? array.type : array.members.front().type) == "bf16";
}

// Whether an access of this size is one member of the structure, wherever the elements are.
bool is_member(const Array& array, const Access& access) {
  for (const auto& [monomial, coefficient] : access.bytes.terms())
    if (!monomial.empty() && coefficient % array.element_bytes != 0) return false;
  const std::int64_t size = array.element_bytes;
  const std::int64_t at = ((access.bytes.constant_term() % size) + size) % size;
  for (const Member& member : array.members)
    if (member.bytes == access.size && at >= member.offset &&
        at < member.offset + member.count * member.bytes &&
        (at - member.offset) % member.bytes == 0)
      return true;
  return false;
}

}  // namespace

std::string type_name(const llvm::Type* type, const llvm::DataLayout& layout) {
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    return type_name(vector->getElementType(), layout) + "x" +
           std::to_string(vector->getNumElements());
  if (type->isDoubleTy()) return "f64";
  if (type->isFloatTy()) return "f32";
  if (type->isHalfTy()) return "f16";
  if (type->isBFloatTy()) return "bf16";
  const auto bytes = layout.getTypeStoreSize(const_cast<llvm::Type*>(type)).getFixedValue();
  if (bytes == 16) return "i64x2";
  return "i" + std::to_string(8 * bytes);
}

std::optional<Formula> Arrays::before_of(const llvm::Argument& argument,
                                         const ParameterSource& source) const {
  const auto& launch = code_.source.launch;
  if (!launch || argument.getArgNo() >= launch->places.size()) return std::nullopt;
  const auto& elements = launch->places[argument.getArgNo()];
  if (!elements) return std::nullopt;
  return *elements * Formula(source.element_bytes);
}

Array Arrays::start(const llvm::Value& base) const {
  Array array;
  const Values::Kept* kept_in_memory = values_.in_memory(base);
  const ParameterSource* source =
      kept_in_memory != nullptr ? kept_in_memory->source : pointer_source(base, code_);
  if (kept_in_memory != nullptr && source == nullptr) {
    array.name = kept_in_memory->name;
    return array;
  }
  if (source != nullptr) {
    array.name = source->name.empty() ? "array" : source->name;
    if (kept_in_memory != nullptr) array.name = kept_in_memory->name;
    // The name is that of what the rows are made of.
    if (!source->element.empty() && source->pointers.size() == 1) array.name += "_pointers";
    array.type = source->element;
    array.element_bytes = source->element_bytes;
    array.members = source->members;
    array.declared = source->declared;
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&base))
      array.before = before_of(*argument, *source);
    if (!source->declared.empty() && source->declared.front() > 0) {
      array.declared_bytes = source->element_bytes;
      for (const std::int64_t extent : source->declared) *array.declared_bytes *= extent;
    }
    return array;
  }
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&base)) {  // a texture
    array.name = code_.source.parameters[argument->getArgNo()].name;
    return array;
  }
  if (const auto kept = kept_pointer(base, code_)) {
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(kept->object);
    array.name = variable != nullptr ? name_of(*variable) : "texture";
    return array;
  }
  const auto& variable = llvm::cast<llvm::GlobalVariable>(base);
  array.name = name_of(variable);
  array.space = variable.getAddressSpace() == shared_memory     ? Space::shared
                : variable.getAddressSpace() == constant_memory ? Space::constant
                                                                : Space::global;
  declare(variable, code_.layout, array);
  array.values = table_of(variable);
  return array;
}

std::size_t Arrays::of(const llvm::Value& base, Access& access) {
  Array array = start(base);
  array.pointer = array.name;
  array.pointed_bytes = array.element_bytes;
  if (is_bfloat16(array) && access.type.starts_with("f16")) access.type.insert(0, "b");
  std::string view = access.type;
  if (!array.members.empty() && is_member(array, access)) {
    view = "struct";
  } else if (same_bits(array.type, access.type)) {
    if (array.type != access.type) access.as = access.type;
    view = array.type;
  }
  const auto found = known_.find({&base, view});
  if (found != known_.end()) return found->second;
  const auto [bare, first] = bare_.try_emplace(&base, view);
  if (view != "struct") {
    array.members.clear();
    if (array.type != view) {
      array.declared.clear();
      array.values.reset();
      array.type = view;
      array.element_bytes = access.size;
    }
  }
  if (first) {
    array.name = names_.fresh(array.name);
  } else {
    array.name = names_.fresh(array.name + "_" + view);
    array.view = true;
  }
  known_[{&base, view}] = arrays_.size();
  arrays_.push_back(std::move(array));
  return arrays_.size() - 1;
}

}  // namespace gpumodel::describe
