#include "src/describe/regions/nest.hpp"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <set>

#include "src/describe/diagnostic.hpp"
#include "src/describe/formula/proof.hpp"
#include "src/describe/ir/loops.hpp"
#include "src/describe/regions/limits_in_memory.hpp"

namespace gpumodel::describe {
namespace {

[[noreturn]] void refuse_loop(const Place& place, const std::string& what,
                              std::vector<std::string> hints) {
  Diagnostic diagnostic{.id = "not-described", .message = what};
  diagnostic.place = place;
  diagnostic.hints = std::move(hints);
  throw Failure{{std::move(diagnostic)}, 3};
}

llvm::Loop* loop_at(const Place& place, llvm::ArrayRef<llvm::Loop*> loops) {
  for (llvm::Loop* loop : loops) {
    const llvm::DebugLoc at = loop->getStartLoc();
    if (at && at.getLine() == place.line && at.getCol() == place.column) return loop;
  }
  return nullptr;
}

bool moves_with(const llvm::SCEV* address, const llvm::Loop& loop) {
  return llvm::SCEVExprContains(address, [&](const llvm::SCEV* part) {
    if (const auto* steps = llvm::dyn_cast<llvm::SCEVAddRecExpr>(part))
      return steps->getLoop() == &loop;
    const auto* unknown = llvm::dyn_cast<llvm::SCEVUnknown>(part);
    const auto* made =
        unknown != nullptr ? llvm::dyn_cast<llvm::Instruction>(unknown->getValue()) : nullptr;
    return made != nullptr && loop.contains(made);
  });
}

// A store that each round does to the same element, which is no sum over all rounds.
const llvm::StoreInst* repeated_store(const llvm::Loop& loop, llvm::ScalarEvolution& evolution,
                                      const std::set<const llvm::Value*>& sums) {
  for (const llvm::BasicBlock* block : loop.blocks()) {
    for (const llvm::Instruction& instruction : *block) {
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
      if (store == nullptr) continue;
      auto* pointer = const_cast<llvm::Value*>(store->getPointerOperand());
      if (sums.contains(pointer)) continue;
      if (!moves_with(evolution.getSCEV(pointer), loop)) return store;
    }
  }
  return nullptr;
}

// What other rounds would have to tell this one; a sum over all rounds is no such thing.
void refuse_carried(const llvm::Loop& loop, const llvm::PHINode* counter, const Place& place,
                    const KernelCode& code, const Names& names) {
  for (llvm::PHINode& phi : loop.getHeader()->phis()) {
    if (&phi == counter || !code.evolution.isSCEVable(phi.getType())) continue;
    const auto* steps = llvm::dyn_cast<llvm::SCEVAddRecExpr>(code.evolution.getSCEV(&phi));
    if (steps == nullptr || steps->getLoop() != &loop) continue;
    const std::string name = names.of(&phi);
    refuse_loop(place,
                (name.empty() ? "a variable" : "'" + name + "'") +
                    " counts beside the counter of a loop whose rounds run side by side",
                {"compute it from the counter"});
  }
}

// The value of a loop before its first round, of one that is used behind it.
llvm::Value* before_first_round(const llvm::Loop& loop, llvm::Value* behind) {
  for (llvm::PHINode& phi : loop.getHeader()->phis())
    if (&phi == behind || phi.getIncomingValueForBlock(loop.getLoopLatch()) == behind)
      return phi.getIncomingValueForBlock(loop.getLoopPreheader());
  return loop.isLoopInvariant(behind) ? behind : llvm::UndefValue::get(behind->getType());
}

// What the counter is compared with, of this round or of the next, where that alone ends the loop.
struct Limit {
  llvm::Value* value = nullptr;
  bool included = false;
};
std::optional<Limit> limit_of(const llvm::Loop& loop, const llvm::PHINode& counter) {
  const auto test = test_of(loop);
  if (!test) return std::nullopt;
  const bool of_next = test->counter == counter.getIncomingValueForBlock(loop.getLoopLatch());
  if (!of_next && test->counter != &counter) return std::nullopt;
  const bool below = llvm::ICmpInst::isLT(test->goes_on) || test->goes_on == llvm::CmpInst::ICMP_NE;
  const bool included = of_next ? llvm::ICmpInst::isLE(test->goes_on) : below;
  if (!included && !(of_next && below)) return std::nullopt;
  return Limit{test->limit, included};
}

// The round is only run where the loop has it.
void guard(llvm::Loop& loop, llvm::Value& given, const llvm::PHINode& counter) {
  llvm::BasicBlock *before = loop.getLoopPreheader(), *exit = loop.getExitBlock();
  const Limit limit = *limit_of(loop, counter);
  llvm::IRBuilder<> build(before->getTerminator());
  llvm::Value* start = counter.getIncomingValueForBlock(before);
  llvm::Value* has = build.CreateNot(limit.included ? build.CreateICmpSGT(&given, limit.value)
                                                    : build.CreateICmpSGE(&given, limit.value));
  if (!llvm::isa<llvm::ConstantInt>(start))
    has = build.CreateAnd(build.CreateICmpSGE(&given, start), has);
  for (llvm::PHINode& phi : exit->phis())
    phi.addIncoming(before_first_round(loop, phi.getIncomingValueForBlock(loop.getLoopLatch())),
                    before);
  build.CreateCondBr(has, loop.getHeader(), exit);
  before->getTerminator()->eraseFromParent();
}

// From the least start to the greatest end that loops around it give to it.
bool widen(NestLoop& loop, const std::vector<NestLoop>& around) {
  Facts facts;
  for (const NestLoop& each : around) {
    const Formula counter = symbol(each.name, Role::loop);
    facts.push_back(counter - each.start);
    facts.push_back(each.end - Formula(1) - counter);
  }
  const auto least = upper_bound(Formula(0) - loop.start, facts),
             most = upper_bound(loop.end, facts);
  if (!least || !most) return false;
  loop.start = Formula(0) - *least;
  loop.end = *most;
  loop.partly = true;
  return true;
}

// A number of the nest, from outside.
llvm::CallInst* given_by(const std::string& name, llvm::Type* type, llvm::Instruction* before) {
  const std::string bits = std::to_string(type->getIntegerBitWidth());
  llvm::FunctionCallee source = before->getModule()->getOrInsertFunction(
      "gpumodel.nest.i" + bits + "." + name, llvm::FunctionType::get(type, false));
  auto* function = llvm::cast<llvm::Function>(source.getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->addFnAttr(llvm::Attribute::WillReturn);
  return llvm::CallInst::Create(source, name, before);
}

// Rounds of a tile are counted through its loops, the innermost fastest.
struct Tile {
  std::int64_t rounds = 0, inner = 1;  // of this loop, and of all loops further in
};
constexpr const char* in_tile = "in_tile";

// Runs the loop once, with the counter from outside.
void cut(llvm::Loop& loop, const NestLoop& nest, const Tile& tile, const llvm::PHINode* counter) {
  llvm::BasicBlock *header = loop.getHeader(), *before = loop.getLoopPreheader();
  llvm::BasicBlock *latch = loop.getLoopLatch(), *exit = loop.getExitBlock();
  llvm::Type* type = counter->getType();
  llvm::Value* given = given_by(nest.name, type, before->getTerminator());
  if (tile.rounds > 0) {
    llvm::IRBuilder<> build(before->getTerminator());
    const auto number = [&](std::int64_t value) {
      return llvm::ConstantInt::get(type, static_cast<std::uint64_t>(value));
    };
    llvm::Value* in = given_by(in_tile, type, before->getTerminator());
    in = build.CreateSRem(build.CreateSDiv(in, number(tile.inner)), number(tile.rounds));
    given = build.CreateNSWAdd(given,
                               build.CreateNSWMul(in, number(*nest.step.constant() / tile.rounds)));
  }
  if (nest.partly || tile.rounds > 0) guard(loop, *given, *counter);
  std::vector<llvm::PHINode*> phis;
  for (llvm::PHINode& phi : header->phis()) phis.push_back(&phi);
  for (llvm::PHINode* phi : phis) {
    phi->replaceAllUsesWith(phi == counter ? given : phi->getIncomingValueForBlock(before));
    phi->eraseFromParent();
  }
  llvm::Instruction* end = latch->getTerminator();
  end->setMetadata(llvm::LLVMContext::MD_loop, nullptr);
  llvm::BranchInst::Create(exit, end);
  end->eraseFromParent();
}

// The loop over a tile's rounds stands behind those over tiles; where nobody states it, tiles are
// for gangs and their rounds for lanes.
void share_tiles_out(std::size_t tiled, std::int64_t rounds, std::vector<NestLoop>& nest) {
  std::vector<std::string>& levels = nest.front().levels;
  NestLoop within{in_tile, Formula(0), Formula(rounds), 1, {"vector"}, nest.front().place};
  if (levels.size() > 1) {
    within.levels = {levels.back()};
    levels.pop_back();
  } else if (levels.empty() || levels.front() == "auto") {
    levels = {"gang"};
  } else if (levels.front() == "vector" || levels.front() == "seq") {
    within.levels = levels;
    levels = {"seq"};
  }
  nest.insert(nest.begin() + static_cast<std::ptrdiff_t>(std::min(tiled, nest.size())),
              std::move(within));
}

}  // namespace

std::vector<NestLoop> cut_nest(llvm::Function& function, llvm::FunctionAnalysisManager& analyses,
                               const KernelSource& source, const Answers& answers) {
  if (load_before_loops(function)) analyses.invalidate(function, llvm::PreservedAnalyses::none());
  const std::vector<NestLoop> none;
  const Region& region = *source.region;
  const KernelCode code{function,
                        analyses.getResult<llvm::LoopAnalysis>(function),
                        analyses.getResult<llvm::ScalarEvolutionAnalysis>(function),
                        analyses.getResult<llvm::DominatorTreeAnalysis>(function),
                        analyses.getResult<llvm::PostDominatorTreeAnalysis>(function),
                        function.getParent()->getDataLayout(),
                        source,
                        answers,
                        false,
                        {},
                        none};
  Names names(function);
  for (const ParameterSource& parameter : source.parameters)
    if (!parameter.pointer) names.take(parameter.name);
  Values values(code, names);
  std::set<const llvm::Value*> sums;
  for (std::size_t i = 0; i < source.parameters.size() && i < function.arg_size(); ++i)
    if (std::ranges::find(region.reductions, source.parameters[i].name) != region.reductions.end())
      sums.insert(function.getArg(static_cast<unsigned>(i)));
  if (region.loops.empty()) return {{"once", Formula(0), Formula(1), 1, {"seq"}, region.place}};
  std::vector<NestLoop> nest;
  std::vector<std::pair<llvm::Loop*, const llvm::PHINode*>> loops;
  for (const RegionLoop& wanted : region.loops) {
    const bool must = wanted.stated || nest.empty();
    llvm::Loop* loop = loop_at(wanted.place, loops.empty() ? code.loops.getTopLevelLoops()
                                                           : loops.back().first->getSubLoops());
    if (loop == nullptr) {
      if (!must) break;
      refuse_loop(wanted.place, "a loop that the compiler has resolved: it has no or one round",
                  {"leave its directive out"});
    }
    if (!region.openacc || !must) {
      if (const llvm::StoreInst* store = repeated_store(*loop, code.evolution, sums)) {
        if (!nest.empty()) break;
        Diagnostic refused{.id = "not-described",
                           .message =
                               "rounds of this loop store to the same elements, so they "
                               "cannot run side by side"};
        refused.place = wanted.place;
        refused.hints = {"the store is in line " + std::to_string(place_of(*store).line),
                         "loops inside of it can be described: give them a function of their own"};
        throw Failure{{std::move(refused)}, 3};
      }
    }
    const LoopForm form = form_of(*loop, code, values, names);
    const auto plain = [&](const Formula& f) { return only_parameters(values.expanded(f)); };
    const bool counts = form.end && form.counter.phi != nullptr && !form.leaves_early &&
                        form.counter.step.constant() && loop->getLoopPreheader() != nullptr &&
                        loop->getExitBlock() != nullptr &&
                        loop->isLoopExiting(loop->getLoopLatch());
    NestLoop entry{form.counter.name,
                   values.expanded(form.counter.start),
                   {},
                   form.counter.step,
                   wanted.levels,
                   wanted.place};
    if (form.end) entry.end = values.expanded(*form.end);
    const bool shared_out = counts && ((plain(entry.start) && plain(entry.end)) ||
                                       (must && !nest.empty() && entry.step.constant() == 1 &&
                                        limit_of(*loop, *form.counter.phi) && widen(entry, nest)));
    if (!shared_out) {
      if (!must) break;
      refuse_loop(wanted.place, "the rounds of this loop are not known from outside of the nest",
                  {"the format wants a counter that grows by a number, from and to formulas of "
                   "parameters, and no way out of the loop",
                   "a loop further in can stay one of the thread: seq"});
    }
    refuse_carried(*loop, form.counter.phi, wanted.place, code, names);
    if (wanted.tile > 0) {
      if (!limit_of(*loop, *form.counter.phi) || *entry.step.constant() < 1)
        refuse_loop(wanted.place, "tiles of a loop that does not count up to a limit",
                    {"leave the clause out"});
      entry.step = entry.step * Formula(wanted.tile);
    }
    nest.push_back(std::move(entry));
    loops.emplace_back(loop, form.counter.phi);
  }
  std::int64_t rounds = 1;  // in a tile
  for (std::size_t i = nest.size(); i-- > 0;) {
    const std::int64_t own = region.loops[i].tile;
    cut(*loops[i].first, nest[i], {own, rounds}, loops[i].second);
    rounds *= std::max<std::int64_t>(1, own);
  }
  if (region.loops.front().tile > 0) share_tiles_out(region.collapse, rounds, nest);
  analyses.invalidate(function, llvm::PreservedAnalyses::none());
  return nest;
}

}  // namespace gpumodel::describe
