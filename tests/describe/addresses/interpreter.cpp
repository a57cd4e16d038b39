#include "tests/describe/addresses/interpreter.hpp"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_map>

namespace gpumodel::test {
namespace {

// Of what the describer's own headers do, the line that uses them, as in descriptors.
unsigned line_used(const llvm::Instruction& instruction) {
  const llvm::DILocation* at = instruction.getDebugLoc();
  while (at != nullptr && at->getFilename().contains("gpumodel-prelude") && at->getInlinedAt())
    at = at->getInlinedAt();
  return at != nullptr ? at->getLine() : 0;
}

using Word = std::uint64_t;  // a scalar, in its lowest bits

constexpr int object_bits = 40;
constexpr Word middle = Word{1} << (object_bits - 1);  // offsets may be below 0
constexpr std::int64_t most_steps = 1'000'000'000;     // of a block
constexpr std::int64_t most_touches = 30'000'000;      // of a block; they are kept
constexpr std::int64_t as_good_as_any = 3;             // of a number that nobody gives

Word cut(Word value, unsigned width) {
  return width >= 64 ? value : value & ((Word{1} << width) - 1);
}
std::int64_t extended(Word value, unsigned width) {
  if (width >= 64) return static_cast<std::int64_t>(value);
  const unsigned up = 64 - width;
  return static_cast<std::int64_t>(value << up) >> up;
}

const llvm::fltSemantics& semantics(const llvm::Type& type) {
  return type.getScalarType()->getFltSemantics();
}
double number(Word bits, const llvm::Type& type) {
  const llvm::Type* scalar = type.getScalarType();
  if (scalar->isDoubleTy()) return std::bit_cast<double>(bits);
  if (scalar->isFloatTy())
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  const auto width = static_cast<unsigned>(scalar->getPrimitiveSizeInBits().getFixedValue());
  llvm::APFloat value(semantics(type), llvm::APInt(width, cut(bits, width)));
  bool lost = false;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &lost);
  return value.convertToDouble();
}
Word bits_of(double value, const llvm::Type& type) {
  const llvm::Type* scalar = type.getScalarType();
  if (scalar->isDoubleTy()) return std::bit_cast<Word>(value);
  if (scalar->isFloatTy()) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  llvm::APFloat small(value);
  bool lost = false;
  small.convert(semantics(type), llvm::APFloat::rmNearestTiesToEven, &lost);
  return small.bitcastToAPInt().getZExtValue();
}

// Scalars that a value is made of, one behind the other.
unsigned parts_of(const llvm::Type& type) {
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type))
    return vector->getNumElements();
  if (const auto* list = llvm::dyn_cast<llvm::ArrayType>(&type))
    return static_cast<unsigned>(list->getNumElements()) * parts_of(*list->getElementType());
  if (const auto* structure = llvm::dyn_cast<llvm::StructType>(&type)) {
    unsigned parts = 0;
    for (const llvm::Type* each : structure->elements()) parts += parts_of(*each);
    return parts;
  }
  return type.isVoidTy() ? 0 : 1;
}

const llvm::Type& scalar_of(const llvm::Type& type, unsigned part) {
  if (const auto* list = llvm::dyn_cast<llvm::ArrayType>(&type))
    return scalar_of(*list->getElementType(), part % parts_of(*list->getElementType()));
  if (const auto* structure = llvm::dyn_cast<llvm::StructType>(&type))
    for (const llvm::Type* each : structure->elements()) {
      if (part < parts_of(*each)) return scalar_of(*each, part);
      part -= parts_of(*each);
    }
  return *type.getScalarType();
}

unsigned width_of(const llvm::Type& type) {
  const llvm::Type* scalar = type.getScalarType();
  return scalar->isPointerTy()
             ? 64
             : static_cast<unsigned>(scalar->getPrimitiveSizeInBits().getFixedValue());
}

class Memory {
 public:
  void store(Word address, Word value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i) {
      Page& page = pages_[(address + i) / Page::size];
      const std::size_t at = (address + i) % Page::size;
      page.bytes[at] = static_cast<std::uint8_t>(value >> (8 * i));
      page.known[at / 64] |= Word{1} << (at % 64);
    }
  }
  // Nothing where a byte of it was never stored.
  std::optional<Word> load(Word address, unsigned bytes) const {
    Word value = 0;
    for (unsigned i = 0; i < bytes; ++i) {
      const auto page = pages_.find((address + i) / Page::size);
      const std::size_t at = (address + i) % Page::size;
      if (page == pages_.end() || (page->second.known[at / 64] >> (at % 64) & 1) == 0)
        return std::nullopt;
      value |= Word{page->second.bytes[at]} << (8 * i);
    }
    return value;
  }

 private:
  struct Page {
    static constexpr std::size_t size = 256;
    std::array<std::uint8_t, size> bytes{};
    std::array<Word, size / 64> known{};
  };
  std::unordered_map<Word, Page> pages_;
};

struct Step {
  const llvm::Instruction* instruction = nullptr;
  std::size_t result = 0;
  std::vector<std::size_t> operands;  // first word of each
  unsigned width = 0, parts = 0;
};
struct Way {                                      // what values take that join several ways
  std::vector<std::array<std::size_t, 3>> moves;  // from, to, words
};
struct Block {
  std::vector<Step> steps;
  std::map<const llvm::BasicBlock*, Way> from;
};

enum class State { runs, waits_for_block, waits_for_warp, ended };

struct Thread {
  std::vector<Word> words;
  const Block* block = nullptr;
  const llvm::BasicBlock* source = nullptr;
  std::size_t next = 0;
  State state = State::runs;
  Memory own;
  Word own_bytes = 0;
  std::vector<Touch>* touches = nullptr;
};

bool has(llvm::StringRef name, llvm::StringRef part) {
  return name.contains(part);
}

}  // namespace

class Interpreter::Code {
 public:
  Code(const std::string& file, Launched launch) : launch_(std::move(launch)) {
    llvm::SMDiagnostic error;
    module_ = llvm::parseIRFile(file, error, context_);
    if (module_ == nullptr) throw NotRun(file + ": " + error.getMessage().str());
    for (const llvm::Function& each : *module_)
      if (!each.isDeclaration() && each.hasExternalLinkage()) function_ = &each;
    if (function_ == nullptr) throw NotRun(file + " defines no function");
    number_objects();
    compile();
  }

  std::map<int, std::vector<Touch>> run(const Extents& block, const std::set<int>& warps) {
    block_ = block;
    const auto count = static_cast<int>(launch_.block[0] * launch_.block[1] * launch_.block[2]);
    std::map<int, std::vector<Touch>> found;
    memory_ = Memory();
    steps_ = touches_ = 0;
    for (const Passed& each : passed_) memory_.store(each.at, each.value, each.bytes);
    for (const llvm::GlobalVariable& each : module_->globals())
      if (each.hasInitializer() && each.getAddressSpace() != 3)
        initialize(address_of(each), *each.getInitializer());
    std::vector<std::vector<Thread>> threads(static_cast<std::size_t>((count + 31) / 32));
    for (int i = 0; i < count; ++i) {
      const bool wanted = warps.contains(i / 32);
      if (!wanted && !meets_others_) continue;
      Thread thread;
      thread.words = words_;
      enter(thread, &function_->getEntryBlock());
      if (wanted) thread.touches = &found[i];
      fill_coordinates(thread, i);
      threads[static_cast<std::size_t>(i / 32)].push_back(std::move(thread));
    }
    for (;;) {
      bool ended = true;
      for (std::vector<Thread>& warp : threads) run_warp(warp);
      for (std::vector<Thread>& warp : threads)
        for (Thread& each : warp) ended = ended && each.state == State::ended;
      if (ended) return found;
      meet(threads);
    }
  }

 private:
  // --- what lies where

  static std::string name_of(const llvm::GlobalVariable& variable) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> debug;
    variable.getDebugInfo(debug);
    if (!debug.empty()) return debug.front()->getVariable()->getName().str();
    const std::string name = llvm::demangle(variable.getName().str());
    const std::size_t inner = name.rfind("::");
    return inner == std::string::npos ? name : name.substr(inner + 2);
  }
  Word add_object(const llvm::Value* value, std::string name) {
    objects_.push_back(std::move(name));
    const Word address = (Word{objects_.size() - 1} << object_bits) + middle;
    if (value != nullptr) addresses_[value] = address;
    return address;
  }
  void number_objects() {
    objects_.emplace_back();
    for (const llvm::GlobalVariable& each : module_->globals()) {
      add_object(&each, each.getAddressSpace() == 4 ? std::string() : name_of(each));  // constants
      meets_others_ = meets_others_ || each.getAddressSpace() == 3;
    }
    for (const llvm::Argument& each : function_->args()) {
      if (!each.getType()->isPointerTy()) continue;
      const std::string name = each.getName().str();
      const Word at = add_object(&each, each.hasByValAttr() ? "" : name);
      const llvm::DISubprogram* debug = function_->getSubprogram();
      if (each.hasByValAttr() && debug != nullptr)
        pass(at, debug->getType()->getTypeArray()[each.getArgNo() + 1], name, name);
    }
  }
  bool is_null(const std::string& pointer) const {
    const auto given = launch_.arguments.find(pointer + "_given");
    return given != launch_.arguments.end() && given->second == 0;
  }
  std::int64_t argument(const std::string& name) const {
    const auto given = launch_.arguments.find(name);
    return given == launch_.arguments.end() ? as_good_as_any : given->second;
  }

  // A structure that is passed by value: its numbers, and the arrays that its pointers are of,
  // which a lambda gives the names of variables.
  void pass(Word at, const llvm::DIType* type, const std::string& name, const std::string& array) {
    const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type);
    if (derived != nullptr && derived->getTag() != llvm::dwarf::DW_TAG_pointer_type)
      return pass(at, derived->getBaseType(), name, array);
    if (derived != nullptr) {
      passed_.push_back({at, is_null(array) ? 0 : add_object(nullptr, array), 8});
      return;
    }
    if (const auto* basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(type)) {
      const auto bytes = static_cast<unsigned>(basic->getSizeInBits() / 8);
      const auto floating = static_cast<double>(argument(name));
      const Word value = basic->getEncoding() != llvm::dwarf::DW_ATE_float
                             ? static_cast<Word>(argument(name))
                         : bytes == 4 ? std::bit_cast<std::uint32_t>(static_cast<float>(floating))
                                      : std::bit_cast<Word>(floating);
      passed_.push_back({at, value, bytes});
      return;
    }
    const auto* whole = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
    if (whole == nullptr) return;
    if (whole->getTag() == llvm::dwarf::DW_TAG_array_type) {
      const auto* range = llvm::cast<llvm::DISubrange>(whole->getElements()[0]);
      const auto* count = llvm::dyn_cast_if_present<llvm::ConstantInt*>(range->getCount());
      if (count == nullptr || whole->getElements().size() > 1) return;
      const auto elements = static_cast<Word>(count->getSExtValue());
      for (Word i = 0; i < elements; ++i) {
        const std::string number = elements == 1 ? "" : "_" + std::to_string(i);
        pass(at + i * whole->getSizeInBits() / 8 / elements, whole->getBaseType(), name + number,
             array + number);
      }
      return;
    }
    const bool is_lambda = whole->getName().empty();
    for (const llvm::DINode* each : whole->getElements()) {
      const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(each);
      if (member == nullptr || member->getTag() != llvm::dwarf::DW_TAG_member ||
          member->isStaticMember())
        continue;
      const std::string part = member->getName().str();
      pass(at + member->getOffsetInBits() / 8, member->getBaseType(), name + "_" + part,
           is_lambda ? part : array + "_" + part);
    }
  }
  Word address_of(const llvm::Value& value) const { return addresses_.at(&value); }

  void initialize(Word at, const llvm::Constant& value) {
    const llvm::DataLayout& layout = module_->getDataLayout();
    llvm::Type* type = value.getType();
    if (llvm::isa<llvm::UndefValue>(value)) return;
    if (const auto* list = llvm::dyn_cast<llvm::ArrayType>(type)) {
      const auto size = layout.getTypeAllocSize(list->getElementType()).getFixedValue();
      for (unsigned i = 0; i < list->getNumElements(); ++i)
        initialize(at + i * size, *value.getAggregateElement(i));
    } else if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
      for (unsigned i = 0; i < structure->getNumElements(); ++i)
        initialize(at + layout.getStructLayout(structure)->getElementOffset(i),
                   *value.getAggregateElement(i));
    } else {
      std::vector<Word> words;
      append_constant(value, words);
      const auto bytes =
          static_cast<unsigned>(layout.getTypeStoreSize(type->getScalarType()).getFixedValue());
      for (std::size_t i = 0; i < words.size(); ++i) memory_.store(at + i * bytes, words[i], bytes);
    }
  }

  // --- from LLVM's values to words

  void append_constant(const llvm::Constant& value, std::vector<Word>& words) {
    const llvm::Type* type = value.getType();
    if (const auto* whole = llvm::dyn_cast<llvm::ConstantInt>(&value)) {
      words.push_back(
          whole->getValue().extractBitsAsZExtValue(std::min(64U, whole->getBitWidth()), 0));
    } else if (const auto* floating = llvm::dyn_cast<llvm::ConstantFP>(&value)) {
      words.push_back(floating->getValueAPF().bitcastToAPInt().getZExtValue());
    } else if (llvm::isa<llvm::ConstantAggregateZero, llvm::UndefValue, llvm::ConstantPointerNull>(
                   value)) {
      words.insert(words.end(), parts_of(*type), 0);
    } else if (type->isVectorTy() || type->isAggregateType()) {
      const unsigned count = type->isVectorTy() ? parts_of(*type)
                             : type->isStructTy()
                                 ? type->getStructNumElements()
                                 : static_cast<unsigned>(type->getArrayNumElements());
      for (unsigned i = 0; i < count; ++i) append_constant(*value.getAggregateElement(i), words);
    } else if (llvm::isa<llvm::GlobalVariable>(value)) {
      words.push_back(address_of(value));
    } else if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(&value)) {
      llvm::APInt offset(64, 0);
      gep->accumulateConstantOffset(module_->getDataLayout(), offset);
      append_constant(*llvm::cast<llvm::Constant>(gep->getPointerOperand()), words);
      words.back() += offset.getZExtValue();
    } else if (const auto* made = llvm::dyn_cast<llvm::ConstantExpr>(&value);
               made != nullptr && (made->getOpcode() == llvm::Instruction::AddrSpaceCast ||
                                   made->getOpcode() == llvm::Instruction::BitCast ||
                                   made->getOpcode() == llvm::Instruction::PtrToInt)) {
      append_constant(*made->getOperand(0), words);
    } else {
      std::string text;
      llvm::raw_string_ostream out(text);
      value.print(out);
      throw NotRun("a constant: " + text);
    }
  }

  std::size_t place_of(const llvm::Value* value) {
    const auto found = places_.find(value);
    if (found != places_.end()) return found->second;
    const std::size_t at = words_.size();
    places_[value] = at;
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value);
        constant != nullptr && !llvm::isa<llvm::Function>(value)) {
      append_constant(*constant, words_);
    } else if (const auto* argument = llvm::dyn_cast<llvm::Argument>(value)) {
      const std::string name = argument->getName().str();
      if (argument->getType()->isPointerTy()) {
        words_.push_back(is_null(name) ? 0 : address_of(*argument));
      } else {
        const std::int64_t known = this->argument(name);
        const bool floating = argument->getType()->isFPOrFPVectorTy();
        const Word word = floating ? bits_of(static_cast<double>(known), *argument->getType())
                                   : cut(static_cast<Word>(known), width_of(*argument->getType()));
        words_.insert(words_.end(), parts_of(*argument->getType()), word);
      }
    } else {
      words_.insert(words_.end(), std::max(1U, parts_of(*value->getType())), 0);
    }
    return at;
  }

  void compile() {
    for (const llvm::BasicBlock& source : *function_) {
      Block& block = blocks_[&source];
      for (const llvm::Instruction& each : source) {
        if (llvm::isa<llvm::PHINode, llvm::DbgInfoIntrinsic>(each)) continue;
        Step step{.instruction = &each,
                  .result = place_of(&each),
                  .operands = {},
                  .width = each.getType()->isVoidTy() || !each.getType()->isSized()
                               ? 0
                               : width_of(*each.getType()),
                  .parts = parts_of(*each.getType())};
        for (const llvm::Value* operand : each.operands()) {
          const bool value =
              !llvm::isa<llvm::BasicBlock, llvm::Function, llvm::MetadataAsValue, llvm::InlineAsm>(
                  operand);
          step.operands.push_back(value ? place_of(operand) : 0);
        }
        block.steps.push_back(std::move(step));
      }
      for (const llvm::BasicBlock* before : llvm::predecessors(&source)) {
        Way& way = block.from[before];
        for (const llvm::PHINode& phi : source.phis())
          way.moves.push_back({place_of(phi.getIncomingValueForBlock(before)), place_of(&phi),
                               parts_of(*phi.getType())});
      }
    }
    thread_words_ = words_.size();
    words_.resize(words_.size() + 3);
  }

  void fill_coordinates(Thread& thread, std::int64_t number) const {
    thread.words[thread_words_] = static_cast<Word>(number % launch_.block[0]);
    thread.words[thread_words_ + 1] =
        static_cast<Word>(number / launch_.block[0] % launch_.block[1]);
    thread.words[thread_words_ + 2] =
        static_cast<Word>(number / (launch_.block[0] * launch_.block[1]));
  }
  Word thread_number(const Thread& t) const {
    const auto x = static_cast<Word>(launch_.block[0]), y = static_cast<Word>(launch_.block[1]);
    return t.words[thread_words_] +
           x * (t.words[thread_words_ + 1] + y * t.words[thread_words_ + 2]);
  }

  void enter(Thread& thread, const llvm::BasicBlock* to) const {
    const Block& block = blocks_.at(to);
    if (thread.source != nullptr) {
      const auto& moves = block.from.at(thread.source).moves;
      std::vector<Word> values;  // all at once
      for (const auto& [from, into, count] : moves)
        values.insert(values.end(), thread.words.begin() + static_cast<std::ptrdiff_t>(from),
                      thread.words.begin() + static_cast<std::ptrdiff_t>(from + count));
      std::size_t at = 0;
      for (const auto& [from, into, count] : moves)
        for (std::size_t i = 0; i < count; ++i) thread.words[into + i] = values[at++];
    }
    thread.source = to;
    thread.block = &block;
    thread.next = 0;
  }

  // --- running

  // Until all lanes wait for other warps or have ended.
  void run_warp(std::vector<Thread>& warp) {
    for (bool again = true; again;) {
      again = false;
      for (Thread& each : warp)
        if (each.state == State::runs) run_thread(each);
      for (Thread& each : warp) {
        if (each.state != State::waits_for_warp) continue;
        const llvm::Instruction* at = waiting_at(each);
        std::vector<Thread*> together;
        for (Thread& other : warp)
          if (other.state == State::waits_for_warp && waiting_at(other) == at)
            together.push_back(&other);
        exchange(together);
        again = true;
        break;
      }
    }
  }
  static const llvm::Instruction* waiting_at(const Thread& thread) {
    return thread.block->steps[thread.next].instruction;
  }

  void meet(std::vector<std::vector<Thread>>& threads) {
    Word any = 0, all = 1, count = 0;
    const auto argument = [](const Thread& t) {
      const Step& step = t.block->steps[t.next];
      const auto* call = llvm::cast<llvm::CallBase>(step.instruction);
      return call->arg_size() > 0 && !call->getType()->isVoidTy() && t.words[step.operands[0]] != 0;
    };
    const auto each_waiting = [&](auto act) {
      for (std::vector<Thread>& warp : threads)
        for (Thread& each : warp)
          if (each.state == State::waits_for_block) act(each);
    };
    each_waiting(
        [&](Thread& t) { any |= argument(t), all &= argument(t) ? 1U : 0U, count += argument(t); });
    each_waiting([&](Thread& t) {
      const Step& step = t.block->steps[t.next++];
      const llvm::StringRef name =
          llvm::cast<llvm::CallBase>(step.instruction)->getCalledFunction()->getName();
      if (step.parts > 0)
        t.words[step.result] = has(name, "or") ? any : has(name, "and") ? all : count;
      t.state = State::runs;
    });
  }

  // A shuffle or a vote of the lanes that have come to it.
  void exchange(const std::vector<Thread*>& lanes) {
    const Step& step = lanes.front()->block->steps[lanes.front()->next];
    const auto& call = llvm::cast<llvm::CallBase>(*step.instruction);
    const llvm::StringRef name = call.getCalledFunction()->getName();
    std::vector<std::vector<Word>> results;
    for (const Thread* each : lanes) {
      std::vector<Word> result(step.parts, 0);
      const auto argument = [&](const Thread& t, unsigned i) { return t.words[step.operands[i]]; };
      if (name.starts_with("gpumodel.shuffle.")) {
        const Word lane = thread_number(*each) % 32, by = argument(*each, 2);
        const auto width = call.arg_size() > 3 ? argument(*each, 3) : 32;
        const Word first = lane / width * width;
        Word from = has(name, ".idx.")   ? first + by % width
                    : has(name, ".xor.") ? (lane ^ by)
                    : has(name, ".up.")  ? lane - by
                                         : lane + by;
        if (from < first || from >= first + width) from = lane;
        for (const Thread* other : lanes)
          if (thread_number(*other) % 32 == from)
            for (unsigned i = 0; i < step.parts; ++i)
              result[i] = other->words[step.operands[1] + i];
      } else if (has(name, "all") || has(name, "any") || has(name, "ballot") || has(name, "mask") ||
                 has(name, "rank")) {
        Word mask = 0, here = 0;
        for (const Thread* other : lanes) {
          const Word bit = Word{1} << (thread_number(*other) % 32);
          here |= bit;
          if (call.arg_size() > 1 && argument(*other, 1) != 0) mask |= bit;
        }
        const Word below = (Word{1} << (thread_number(*each) % 32)) - 1;
        result[0] = has(name, "all")      ? mask == here
                    : has(name, "any")    ? mask != 0
                    : has(name, "ballot") ? mask
                    : has(name, "mask")   ? here
                                          : static_cast<Word>(std::popcount(here & below));
      } else {
        throw NotRun("a call of " + name.str());
      }
      results.push_back(std::move(result));
    }
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      std::ranges::copy(results[i],
                        lanes[i]->words.begin() + static_cast<std::ptrdiff_t>(step.result));
      ++lanes[i]->next;
      lanes[i]->state = State::runs;
    }
  }

  void run_thread(Thread& thread) {
    while (thread.state == State::runs) {
      if (++steps_ > most_steps) throw NotRun("too many steps");
      const Step& step = thread.block->steps[thread.next];
      if (step.instruction->isTerminator()) {
        leave(thread, step);
        continue;
      }
      execute(thread, step);
      if (thread.state == State::runs) ++thread.next;
    }
  }

  void leave(Thread& thread, const Step& step) const {
    if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(step.instruction)) {
      const bool first = branch->isUnconditional() || (thread.words[step.operands[0]] & 1) != 0;
      return enter(thread, branch->getSuccessor(first ? 0 : 1));
    }
    if (const auto* many = llvm::dyn_cast<llvm::SwitchInst>(step.instruction)) {
      for (const auto& each : many->cases())
        if (each.getCaseValue()->getZExtValue() == thread.words[step.operands[0]])
          return enter(thread, each.getCaseSuccessor());
      return enter(thread, many->getDefaultDest());
    }
    thread.state = State::ended;
  }

  static bool is_own(Word address) { return address >> object_bits == 0; }

  Word read(Thread& thread, Word address, unsigned bytes) {
    if (is_own(address)) return thread.own.load(address, bytes).value_or(0);
    if (const auto stored = memory_.load(address, bytes)) return *stored;
    const std::string& name = objects_[address >> object_bits];
    const auto known =
        launch_.contents(name, static_cast<std::int64_t>(cut(address, object_bits) - middle),
                         static_cast<int>(bytes));
    return known ? cut(static_cast<Word>(*known), 8 * bytes) : 0;
  }
  void write(Thread& thread, Word address, Word value, unsigned bytes) {
    (is_own(address) ? thread.own : memory_).store(address, value, bytes);
  }
  void touch(Thread& thread, const Step& step, char kind, Word address, std::int64_t bytes) {
    if (thread.touches == nullptr || is_own(address)) return;
    if (++touches_ > most_touches) throw NotRun("too many accesses");
    const Word object = address >> object_bits;
    if (object >= objects_.size()) throw NotRun("an address that is no array's");
    if (objects_[object].empty()) return;  // constants, and structures passed by value
    thread.touches->push_back({objects_[object], kind,
                               static_cast<std::int64_t>(cut(address, object_bits) - middle),
                               static_cast<int>(bytes), line_used(*step.instruction)});
  }

  unsigned bytes_of(const llvm::Type& type) const {
    return static_cast<unsigned>(
        module_->getDataLayout().getTypeStoreSize(const_cast<llvm::Type*>(&type)).getFixedValue());
  }

  void move(Thread& thread, const Step& step, const llvm::Type& type, Word address,
            std::size_t words, bool load) {
    touch(thread, step, load ? 'l' : 's', address, bytes_of(type));
    Word at = address;
    for (unsigned i = 0; i < parts_of(type); ++i) {
      const unsigned bytes = bytes_of(scalar_of(type, i));
      if (load)
        thread.words[words + i] = read(thread, at, bytes);
      else
        write(thread, at, thread.words[words + i], bytes);
      at += bytes;
    }
  }

  void execute(Thread& t, const Step& step) {
    const llvm::Instruction& in = *step.instruction;
    const auto word = [&](unsigned operand, unsigned part = 0) {
      return t.words[step.operands[operand] + part];
    };
    const auto set = [&](Word value, unsigned part = 0) {
      t.words[step.result + part] = cut(value, step.width);
    };
    if (const auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&in)) {
      for (unsigned i = 0; i < step.parts; ++i)
        set(arithmetic(*binary, word(0, i), word(1, i), step.width), i);
      return;
    }
    if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&in)) return convert(t, step, *cast);
    switch (in.getOpcode()) {
      case llvm::Instruction::FNeg:
        for (unsigned i = 0; i < step.parts; ++i)
          set(word(0, i) ^ (Word{1} << (step.width - 1)), i);
        return;
      case llvm::Instruction::Freeze:
        for (unsigned i = 0; i < step.parts; ++i) set(word(0, i), i);
        return;
      case llvm::Instruction::ICmp:
      case llvm::Instruction::FCmp:
        for (unsigned i = 0; i < step.parts; ++i)
          set(compared(llvm::cast<llvm::CmpInst>(in), word(0, i), word(1, i)), i);
        return;
      case llvm::Instruction::Select: {
        const bool by_part = in.getOperand(0)->getType()->isVectorTy();
        for (unsigned i = 0; i < step.parts; ++i)
          t.words[step.result + i] = (word(0, by_part ? i : 0) & 1) != 0 ? word(1, i) : word(2, i);
        return;
      }
      case llvm::Instruction::Alloca: {
        t.own_bytes = (t.own_bytes + 63) / 64 * 64 + 64;
        set(t.own_bytes);
        const auto& made = llvm::cast<llvm::AllocaInst>(in);
        t.own_bytes +=
            module_->getDataLayout().getTypeAllocSize(made.getAllocatedType()).getFixedValue();
        return;
      }
      case llvm::Instruction::Load:
        return move(t, step, *in.getType(), word(0), step.result, true);
      case llvm::Instruction::Store:
        return move(t, step, *in.getOperand(0)->getType(), word(1), step.operands[0], false);
      case llvm::Instruction::GetElementPtr:
        return set(element(t, step, llvm::cast<llvm::GEPOperator>(in)));
      case llvm::Instruction::ExtractElement:
        return set(word(0, static_cast<unsigned>(word(1))));
      case llvm::Instruction::InsertElement:
        for (unsigned i = 0; i < step.parts; ++i) set(word(0, i), i);
        return set(word(1), static_cast<unsigned>(word(2)));
      case llvm::Instruction::ShuffleVector: {
        const auto& shuffle = llvm::cast<llvm::ShuffleVectorInst>(in);
        const unsigned half = parts_of(*in.getOperand(0)->getType());
        for (unsigned i = 0; i < step.parts; ++i) {
          const int from = shuffle.getMaskValue(i);
          const auto at = static_cast<unsigned>(std::max(0, from));
          set(at < half ? word(0, at) : word(1, at - half), i);
        }
        return;
      }
      case llvm::Instruction::ExtractValue: {
        const unsigned first = part_at(*in.getOperand(0)->getType(),
                                       llvm::cast<llvm::ExtractValueInst>(in).getIndices());
        for (unsigned i = 0; i < step.parts; ++i) t.words[step.result + i] = word(0, first + i);
        return;
      }
      case llvm::Instruction::InsertValue: {
        const unsigned first =
            part_at(*in.getType(), llvm::cast<llvm::InsertValueInst>(in).getIndices());
        for (unsigned i = 0; i < step.parts; ++i) t.words[step.result + i] = word(0, i);
        for (unsigned i = 0; i < parts_of(*in.getOperand(1)->getType()); ++i)
          t.words[step.result + first + i] = word(1, i);
        return;
      }
      case llvm::Instruction::AtomicRMW: {
        const llvm::Type& type = *in.getType();
        touch(t, step, 'a', word(0), bytes_of(type));
        const Word old = read(t, word(0), bytes_of(type));
        const auto how = llvm::cast<llvm::AtomicRMWInst>(in).getOperation();
        const Word value = how == llvm::AtomicRMWInst::Add   ? old + word(1)
                           : how == llvm::AtomicRMWInst::Sub ? old - word(1)
                                                             : word(1);
        write(t, word(0), value, bytes_of(type));
        return set(old);
      }
      case llvm::Instruction::AtomicCmpXchg: {
        const unsigned bytes = bytes_of(*in.getOperand(1)->getType());
        touch(t, step, 'a', word(0), bytes);
        const Word old = read(t, word(0), bytes);
        if (old == word(1)) write(t, word(0), word(2), bytes);
        t.words[step.result] = old;
        t.words[step.result + 1] = old == word(1);
        return;
      }
      case llvm::Instruction::Fence:
        return;
      case llvm::Instruction::Call:
        return call(t, step, llvm::cast<llvm::CallBase>(in));
      default:
        throw NotRun(std::string("an instruction ") + in.getOpcodeName());
    }
  }

  static unsigned part_at(const llvm::Type& whole, llvm::ArrayRef<unsigned> indices) {
    unsigned part = 0;
    const llvm::Type* type = &whole;
    for (unsigned index : indices) {
      for (unsigned i = 0; i < index; ++i)
        part += parts_of(*type->getContainedType(type->isStructTy() ? i : 0));
      type = type->getContainedType(type->isStructTy() ? index : 0);
    }
    return part;
  }

  static Word arithmetic(const llvm::BinaryOperator& in, Word a, Word b, unsigned width) {
    const std::int64_t x = extended(a, width), y = extended(b, width);
    const auto floating = [&](auto f) {
      return bits_of(f(number(a, *in.getType()), number(b, *in.getType())), *in.getType());
    };
    switch (in.getOpcode()) {
      case llvm::Instruction::Add:
        return a + b;
      case llvm::Instruction::Sub:
        return a - b;
      case llvm::Instruction::Mul:
        return a * b;
      case llvm::Instruction::UDiv:
        return b == 0 ? 0 : a / b;
      case llvm::Instruction::URem:
        return b == 0 ? 0 : a % b;
      case llvm::Instruction::SDiv:
        return y == 0 ? 0 : y == -1 ? Word{0} - a : static_cast<Word>(x / y);
      case llvm::Instruction::SRem:
        return y == 0 || y == -1 ? 0 : static_cast<Word>(x % y);
      case llvm::Instruction::Shl:
        return b >= width ? 0 : a << b;
      case llvm::Instruction::LShr:
        return b >= width ? 0 : a >> b;
      case llvm::Instruction::AShr:
        return b >= width ? 0 : static_cast<Word>(x >> b);
      case llvm::Instruction::And:
        return a & b;
      case llvm::Instruction::Or:
        return a | b;
      case llvm::Instruction::Xor:
        return a ^ b;
      case llvm::Instruction::FAdd:
        return floating([](double p, double q) { return p + q; });
      case llvm::Instruction::FSub:
        return floating([](double p, double q) { return p - q; });
      case llvm::Instruction::FMul:
        return floating([](double p, double q) { return p * q; });
      case llvm::Instruction::FDiv:
        return floating([](double p, double q) { return p / q; });
      case llvm::Instruction::FRem:
        return floating([](double p, double q) { return std::fmod(p, q); });
      default:
        throw NotRun(std::string("an instruction ") + in.getOpcodeName());
    }
  }

  static Word compared(const llvm::CmpInst& in, Word a, Word b) {
    const llvm::Type& type = *in.getOperand(0)->getType();
    const auto predicate = in.getPredicate();
    if (llvm::isa<llvm::FCmpInst>(in)) {
      const double x = number(a, type), y = number(b, type);
      const bool unordered = std::isnan(x) || std::isnan(y);
      const unsigned bits = predicate;  // equal, greater, less, unordered
      return (bits & 1U && x == y) || (bits & 2U && x > y) || (bits & 4U && x < y) ||
             (bits & 8U && unordered);
    }
    const unsigned width = width_of(type);
    return llvm::ICmpInst::compare(llvm::APInt(width, cut(a, width)),
                                   llvm::APInt(width, cut(b, width)), predicate);
  }

  void convert(Thread& t, const Step& step, const llvm::CastInst& cast) {
    const llvm::Type &from = *cast.getOperand(0)->getType(), &to = *cast.getType();
    if (parts_of(from) != parts_of(to)) {  // bits in other pieces
      Memory pieces;
      const unsigned size = width_of(from) / 8;
      for (unsigned i = 0; i < parts_of(from); ++i)
        pieces.store(i * size, t.words[step.operands[0] + i], size);
      for (unsigned i = 0; i < step.parts; ++i)
        t.words[step.result + i] = pieces.load(i * (step.width / 8), step.width / 8).value_or(0);
      return;
    }
    for (unsigned i = 0; i < step.parts; ++i) {
      const Word value = t.words[step.operands[0] + i];
      Word& result = t.words[step.result + i];
      switch (cast.getOpcode()) {
        case llvm::Instruction::SExt:
          result = cut(static_cast<Word>(extended(value, width_of(from))), step.width);
          break;
        case llvm::Instruction::FPToSI:
        case llvm::Instruction::FPToUI: {
          const double x = number(value, from);
          const bool fits = std::abs(x) < 9e18;
          result = cut(fits ? static_cast<Word>(static_cast<std::int64_t>(x)) : 0, step.width);
          break;
        }
        case llvm::Instruction::SIToFP:
          result = bits_of(static_cast<double>(extended(value, width_of(from))), to);
          break;
        case llvm::Instruction::UIToFP:
          result = bits_of(static_cast<double>(value), to);
          break;
        case llvm::Instruction::FPExt:
        case llvm::Instruction::FPTrunc:
          result = bits_of(number(value, from), to);
          break;
        default:
          result = cut(value, step.width);
      }
    }
  }

  Word element(const Thread& t, const Step& step, const llvm::GEPOperator& gep) const {
    Word address = t.words[step.operands[0]];
    unsigned operand = 1;
    for (auto at = llvm::gep_type_begin(gep); at != llvm::gep_type_end(gep); ++at, ++operand) {
      const llvm::Value* index = at.getOperand();
      const Word value = t.words[step.operands[operand]];
      if (llvm::StructType* structure = at.getStructTypeOrNull())
        address += module_->getDataLayout().getStructLayout(structure)->getElementOffset(
            static_cast<unsigned>(value));
      else
        address += static_cast<Word>(extended(value, width_of(*index->getType()))) *
                   module_->getDataLayout().getTypeAllocSize(at.getIndexedType()).getFixedValue();
    }
    return address;
  }

  void call(Thread& t, const Step& step, const llvm::CallBase& in) {
    const llvm::Function* callee = in.getCalledFunction();
    if (callee == nullptr) throw NotRun("a call through a pointer");
    const llvm::StringRef name = callee->getName();
    const auto word = [&](unsigned i, unsigned part = 0) {
      return t.words[step.operands[i] + part];
    };
    const auto set = [&](Word value, unsigned part = 0) {
      t.words[step.result + part] = cut(value, step.width);
    };
    constexpr llvm::StringRef sreg = "llvm.nvvm.read.ptx.sreg.";
    if (name.starts_with(sreg)) {
      const llvm::StringRef which = name.substr(sreg.size());
      const std::size_t axis = static_cast<std::size_t>(which.back() - 'x');
      if (which.starts_with("tid.")) return set(t.words[thread_words_ + axis]);
      if (which.starts_with("ntid.")) return set(static_cast<Word>(launch_.block[axis]));
      if (which.starts_with("ctaid.")) return set(static_cast<Word>(block_[axis]));
      if (which.starts_with("nctaid.")) return set(static_cast<Word>(launch_.grid[axis]));
      if (which == "laneid") return set(thread_number(t) % 32);
      if (which == "warpsize") return set(32);
    }
    if (name.starts_with("llvm.nvvm.barrier") || name.starts_with("gpumodel.barrier.")) {
      t.state = State::waits_for_block;
      return;
    }
    if (name.starts_with("gpumodel.shuffle.") || name.starts_with("gpumodel.vote.")) {
      t.state = State::waits_for_warp;
      return;
    }
    if (name.starts_with("gpumodel.nothing.") || name.starts_with("gpumodel.code.")) return;
    if (name.starts_with("gpumodel.path.read_only")) return set(word(0));
    if (name == "gpumodel.number.thread") return set(thread_number(t));
    if (name == "gpumodel.number.block")
      return set(static_cast<Word>(launch_.block[0] * launch_.block[1] * launch_.block[2]));
    if (name.starts_with("gpumodel.clock.")) return set(0);
    if (name.starts_with("gpumodel.atomic.")) return atomic(t, step, in, name);
    if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&in))
      return transfer(t, step, *copy);
    if (llvm::isa<llvm::MemSetInst>(in)) {
      for (Word i = 0; i < word(2); ++i) write(t, word(0) + i, word(1), 1);
      if (!is_own(word(0))) throw NotRun("arrays set as a whole");
      return;
    }
    if (in.getType()->isVoidTy()) {
      if (name.starts_with("llvm.")) return;
      throw NotRun("a call of " + name.str());
    }
    for (unsigned i = 0; i < step.parts; ++i) {
      const auto one = [&](unsigned operand) { return word(operand, i); };
      set(in.getType()->isFPOrFPVectorTy() ? mathematics(in, name, one)
                                           : whole_numbers(in, name, one),
          i);
    }
  }

  void atomic(Thread& t, const Step& step, const llvm::CallBase& in, llvm::StringRef name) {
    const llvm::Type& type = *in.getArgOperand(1)->getType();
    const Word address = t.words[step.operands[0]];
    const unsigned bytes = bytes_of(type), part = bytes_of(scalar_of(type, 0)), width = 8 * part;
    touch(t, step, 'a', address, bytes);
    for (unsigned i = 0; i < parts_of(type); ++i) {
      const Word old = read(t, address + i * part, part), with = t.words[step.operands[1] + i];
      Word value = with;  // an exchange
      const bool is_signed = has(name, ".i");
      const auto less = [&](Word a, Word b) {
        return is_signed ? extended(a, width) < extended(b, width) : a < b;
      };
      if (has(name, ".add."))
        value = type.isFPOrFPVectorTy() ? bits_of(number(old, type) + number(with, type), type)
                                        : old + with;
      if (has(name, ".sub.")) value = old - with;
      if (has(name, ".max.")) value = less(old, with) ? with : old;
      if (has(name, ".min.")) value = less(with, old) ? with : old;
      if (has(name, ".and.")) value = old & with;
      if (has(name, ".or.")) value = old | with;
      if (has(name, ".xor.")) value = old ^ with;
      if (has(name, ".inc.")) value = old >= with ? 0 : old + 1;
      if (has(name, ".dec.")) value = old == 0 || old > with ? with : old - 1;
      if (has(name, ".cas.")) value = old == with ? t.words[step.operands[2]] : old;
      write(t, address + i * part, cut(value, width), part);
      if (step.parts > i) t.words[step.result + i] = old;
    }
  }

  // A structure that is assigned, in words of its alignment.
  void transfer(Thread& t, const Step& step, const llvm::MemTransferInst& in) {
    const Word to = t.words[step.operands[0]], from = t.words[step.operands[1]];
    const auto length = llvm::cast<llvm::ConstantInt>(in.getLength())->getZExtValue();
    touch(t, step, 'l', from, static_cast<std::int64_t>(length));
    touch(t, step, 's', to, static_cast<std::int64_t>(length));
    for (Word i = 0; i < length; ++i) write(t, to + i, read(t, from + i, 1), 1);
  }

  static Word mathematics(const llvm::CallBase& in, llvm::StringRef name, const auto& word) {
    const llvm::Type& type = *in.getType();
    const auto argument = [&](unsigned i) {
      return number(word(i), *in.getArgOperand(i)->getType());
    };
    if (!in.getArgOperand(0)->getType()->isFPOrFPVectorTy()) return 0;
    const double x = argument(0);
    double result = x;  // of a function that decides on no address: as good as any
    if (in.arg_size() == 3)
      result = x * argument(1) + argument(2);
    else if (has(name, "rsqrt"))
      result = 1 / std::sqrt(x);
    else if (has(name, "sqrt"))
      result = std::sqrt(x);
    else if (has(name, "fabs"))
      result = std::abs(x);
    else if (has(name, "max"))
      result = std::fmax(x, argument(1));
    else if (has(name, "min"))
      result = std::fmin(x, argument(1));
    else if (has(name, "floor"))
      result = std::floor(x);
    else if (has(name, "ceil"))
      result = std::ceil(x);
    else if (has(name, "trunc"))
      result = std::trunc(x);
    else if (has(name, "exp2"))
      result = std::exp2(x);
    else if (has(name, "exp"))
      result = std::exp(x);
    else if (has(name, "log2"))
      result = std::log2(x);
    else if (has(name, "log"))
      result = std::log(x);
    else if (has(name, "pow"))
      result = std::pow(x, argument(1));
    return bits_of(result, type);
  }

  static Word whole_numbers(const llvm::CallBase& in, llvm::StringRef name, const auto& word) {
    const unsigned width = width_of(*in.getType());
    const unsigned from = width_of(*in.getArgOperand(0)->getType());
    const Word a = word(0);
    const auto b = [&] { return word(1); };
    const auto s = [&](Word value) { return extended(value, from); };
    switch (in.getIntrinsicID()) {
      case llvm::Intrinsic::smin:
        return s(a) < s(b()) ? a : b();
      case llvm::Intrinsic::smax:
        return s(a) > s(b()) ? a : b();
      case llvm::Intrinsic::umin:
        return std::min(a, b());
      case llvm::Intrinsic::umax:
        return std::max(a, b());
      case llvm::Intrinsic::abs:
        return static_cast<Word>(std::abs(s(a)));
      case llvm::Intrinsic::ctpop:
        return static_cast<Word>(std::popcount(a));
      case llvm::Intrinsic::ctlz:
        return static_cast<Word>(std::countl_zero(a)) - (64 - from);
      case llvm::Intrinsic::cttz:
        return a == 0 ? from : static_cast<Word>(std::countr_zero(a));
      case llvm::Intrinsic::usub_sat:
        return a < b() ? 0 : a - b();
      case llvm::Intrinsic::uadd_sat:
        return cut(a + b(), width) < a ? ~Word{0} : a + b();
      case llvm::Intrinsic::fshl: {
        const Word by = word(2) % width;
        return by == 0 ? a : a << by | b() >> (width - by);
      }
      case llvm::Intrinsic::fshr: {
        const Word by = word(2) % width;
        return by == 0 ? b() : a << (width - by) | b() >> by;
      }
      default:
        break;
    }
    if (name == "gpumodel.int.logic.popc" || name == "gpumodel.int.logic.popcll")
      return static_cast<Word>(std::popcount(a));
    if (name == "gpumodel.int.logic.clz" || name == "gpumodel.int.logic.clzll")
      return static_cast<Word>(std::countl_zero(a)) - (64 - from);
    if (name == "gpumodel.int.logic.ffs" || name == "gpumodel.int.logic.ffsll")
      return a == 0 ? 0 : static_cast<Word>(std::countr_zero(a)) + 1;
    if (name == "gpumodel.int.mul.hi") return a * b() >> 32;
    if (name == "gpumodel.int.mul.shi") return static_cast<Word>(s(a) * s(b()) >> 32);
    throw NotRun("a call of " + name.str());
  }

  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
  const llvm::Function* function_ = nullptr;
  Launched launch_;
  std::vector<std::string> objects_;  // by number
  std::map<const llvm::Value*, Word> addresses_;
  std::map<const llvm::BasicBlock*, Block> blocks_;
  std::map<const llvm::Value*, std::size_t> places_;
  std::vector<Word> words_;  // as a thread begins
  struct Passed {
    Word at, value;
    unsigned bytes;
  };
  std::vector<Passed> passed_;  // in structures, by value
  std::size_t thread_words_ = 0;
  bool meets_others_ = false;  // through shared memory
  Extents block_{};
  Memory memory_;
  std::int64_t steps_ = 0, touches_ = 0;
};

Interpreter::Interpreter(const std::string& file, Launched launch)
    : code_(std::make_unique<Code>(file, std::move(launch))) {}
Interpreter::~Interpreter() = default;
std::map<int, std::vector<Touch>> Interpreter::run(const Extents& block,
                                                   const std::set<int>& warps) {
  return code_->run(block, warps);
}

}  // namespace gpumodel::test
