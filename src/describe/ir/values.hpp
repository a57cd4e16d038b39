// Values of the IR as formulas: over coordinates, parameters, loops, variables of the source and
// values that are loaded. What cannot be said is nothing, with the reason.
#pragma once

#include <llvm/ADT/MapVector.h>
#include <functional>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "src/describe/formula/condition.hpp"
#include "src/describe/formula/proof.hpp"
#include "src/describe/ir/diamond.hpp"
#include "src/describe/ir/kernel_code.hpp"
#include "src/describe/ir/names.hpp"

namespace gpumodel::describe {

struct Address {
  const llvm::Value* base = nullptr;  // an argument, a variable of the file or of the kernel
  Formula bytes;
  bool read_only = false;  // marked so, as by __ldg
  bool texture = false;
  // Where the base is a pointer that stands in memory itself: at which places, one per array of
  // pointers on the way.
  std::vector<Formula> rows{};
};

// The counter of a loop: in round r it is start + r * step, and its symbol says which value it has.
struct Counter {
  std::string name;
  const llvm::PHINode* phi = nullptr;  // none: the loop counts its rounds
  Formula start, step = 1;

  Formula value() const { return symbol(name, Role::loop); }
  Formula rounds_passed() const { return quotient(value() - start, step); }
};

// Behind the name of a pointer, of the parameter that is 1 where it is not null.
inline constexpr const char* given_suffix = "_given";

// What a condition says as far as it can be said; `data`: a further part depends on data.
struct Asked {
  Condition known = Condition::always();
  bool data = false;
};

class Values {
 public:
  Values(const KernelCode& code, Names& names) : code_(code), names_(names) {}

  std::optional<Formula> formula(const llvm::Value* value);
  std::optional<Formula> of_scev(const llvm::SCEV* scev);
  std::optional<Address> address(const llvm::Value* pointer);
  std::optional<Asked> condition(const llvm::Value* value, bool negated);
  // The texture whose element a pointer is, and the whole part of a number in floating point that
  // is made of whole ones: of a coordinate.
  std::optional<Address> texture(const llvm::CallBase& texel);
  std::optional<Formula> whole_part(const llvm::Value* coordinate);

  // Why the last one that failed did: "data", "floating", "recurrence", ...
  const std::string& reason() const { return reason_; }

  // Where an address could not be found because its pointer is one of several: which value that
  // is; null for all else. `choose` says which one it is until it is chosen again.
  const llvm::Instruction* several() const { return reason_ == "pointer" ? several_ : nullptr; }
  void choose(const llvm::Instruction* several, const llvm::Value* one);

  // While this is on, whole numbers that cannot be said get a name, and are asked for.
  void name_unknown(bool on) { naming_ = on; }
  // Those of them, by name, and why.
  struct Unknown {
    std::string name, reason;
  };
  // In the order in which they were met.
  const llvm::MapVector<const llvm::Value*, Unknown>& unknown() const { return unknown_; }

  // A pointer that stands in memory: one base for all that are reached the same way.
  struct Kept {
    const llvm::Value* base = nullptr;        // of the memory that it stands in
    std::string name;                         // of what it points to
    const ParameterSource* source = nullptr;  // where the source says what that is
  };
  const Kept* in_memory(const llvm::Value& base) const;

  void enter_loop(const llvm::Loop* loop, Counter counter) { counters_[loop] = std::move(counter); }
  const Counter* counter(const llvm::Loop* loop) const;

  // Whether the source names the whole number, so that a `let` may say what it is. And its name and
  // what it is, once a formula has used it.
  bool may_be_let(const llvm::Instruction& instruction) const;
  std::optional<std::pair<std::string, Formula>> let(const llvm::Instruction& instruction) const;
  Formula expanded(const Formula& formula) const;  // lets replaced by what they are

  // Loads whose value is used in an index, a condition or a loop, by the name that it gets.
  const std::map<const llvm::Value*, std::string>& reads() const { return reads_; }
  // Numbers that stand at one place in memory, which the kernel does not change: parameters.
  struct Stands {
    std::string parameter, where;
  };
  const Stands* standing(const llvm::Instruction& load) const;
  // Whether it is made of several numbers of data of which one at least is drawn: as if none said
  // anything of the others. Elements of an array whose values are stated are what they are.
  bool joins_drawn(const Formula& formula) const;
  // Whether it is made of what stands in an array that the next launch finds changed.
  bool changes(const Formula& formula) const;
  // Whether a part of it holds only if a size, with which bits are taken, is a power of two.
  bool needs_power_of_two(const Formula& formula) const;
  // Whether 32-bit sums without a promise of the language were taken not to wrap.
  bool took_no_wrap = false;

 private:
  bool is_let(const llvm::Instruction& instruction, const Formula& value) const;
  std::optional<Formula> fail(std::string reason);
  bool is_made_of_much(const Formula& formula) const;
  std::optional<Formula> compute(const llvm::Value* value);
  std::optional<Condition> signs(const llvm::Value* value, bool negative);
  bool adds(const llvm::BinaryOperator& either) const;
  bool wraps(const llvm::Value& number);
  std::optional<Formula> of_binary(const llvm::BinaryOperator& operation);
  std::optional<Formula> of_cast(const llvm::CastInst& cast);
  std::optional<Formula> of_call(const llvm::CallBase& call);
  std::optional<Formula> of_phi(const llvm::PHINode& phi);
  std::optional<Formula> of_ways(const llvm::PHINode& phi);
  bool stands_before(const llvm::Instruction& made, const llvm::BasicBlock& block) const;
  bool stands_before(const Formula& formula, const llvm::BasicBlock& block) const;
  std::optional<Formula> chosen(const llvm::Value* asks, const llvm::Value* a,
                                const llvm::Value* b);
  std::optional<Formula> recurrence(const llvm::SCEVAddRecExpr& recurrence);
  std::optional<Formula> round_a_ring(const llvm::PHINode& phi);
  std::optional<Formula> read(const llvm::Instruction& load);
  std::optional<Formula> of_one_place(const llvm::Instruction& load, std::int64_t further = 0);
  std::optional<Formula> member_of(const llvm::Argument& argument, const llvm::Value& pointer,
                                   std::int64_t further = 0);
  std::optional<Formula> of_part(const llvm::ExtractElementInst& part);
  std::optional<Formula> divided(const Formula& a, const Formula& b, bool rest);
  std::optional<std::int64_t> stated(const Formula& formula) const;
  std::optional<Formula> runs_of(const Formula& number, std::int64_t mask);
  Formula bit(const Formula& number, const Formula& power);
  std::optional<Formula> bits_of(const Formula& number, const Formula& mask);
  std::optional<Formula> turned(const Formula& number, const Formula& mask);
  std::optional<Asked> of_ways(const llvm::PHINode& phi, bool negated);
  std::optional<Asked> comparison(const llvm::ICmpInst& compare, bool negated);
  std::optional<Asked> compared_with_null(const llvm::ICmpInst& compare, bool negated) const;
  std::optional<Address> of_gep(const llvm::GEPOperator& gep);
  std::optional<Address> marked(const llvm::CallBase& call);
  std::optional<Address> of_texture(const llvm::Value* object);
  std::optional<Address> through_memory(const llvm::LoadInst& load);
  const ParameterSource* source_of(const llvm::Value& base) const;
  std::optional<Formula> named(const llvm::Value* value);
  bool joins_unknown(const Formula& formula) const;
  std::set<std::string> data_in(const Formula& formula) const;  // loaded or drawn, by their names

  const KernelCode& code_;
  Names& names_;
  std::map<const llvm::Loop*, Counter> counters_;
  std::map<const llvm::Value*, std::optional<Formula>> known_;
  std::map<const llvm::Value*, std::string> reads_;
  using OnePlace = std::pair<const llvm::Value*, std::int64_t>;  // a base, and bytes behind it
  std::optional<OnePlace> one_place(const llvm::Instruction& load) const;
  bool is_written(const llvm::Value& base) const;
  bool is_read_elsewhere(const OnePlace& place) const;
  Stands named_place(const OnePlace& place);
  std::map<OnePlace, Stands> standing_;
  std::map<std::string, Formula> lets_;
  std::map<const llvm::Value*, std::string> let_names_;
  std::string reason_;
  int depth_ = 0;
  const llvm::Instruction* several_ = nullptr;
  std::map<const llvm::Value*, const llvm::Value*> chosen_;
  std::map<std::pair<const llvm::Value*, std::int64_t>, const llvm::Value*> kept_;
  using Way = std::tuple<const llvm::Value*, std::int64_t, bool>;  // base, place, many of them
  std::map<Way, const llvm::Value*> ways_in_memory_;
  std::map<const llvm::Value*, Kept> in_memory_;
  bool naming_ = false;
  std::set<std::string> powers_of_two_;
  llvm::MapVector<const llvm::Value*, Unknown> unknown_;
};

// Whether it is the number of the thread in its block, counted through all dimensions.
bool is_thread_number(const Formula& formula, const KernelCode& code);
// blockIdx * blockDim + threadIdx is `global`.
Formula with_global(const Formula& formula, const KernelCode& code);

}  // namespace gpumodel::describe
