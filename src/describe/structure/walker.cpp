#include "src/describe/structure/walker.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/ProfDataUtils.h>

#include <array>
#include <cstdio>
#include <optional>
#include <set>

#include "src/describe/diagnostic.hpp"
#include "src/describe/ir/loops.hpp"
#include "src/describe/ir/operations.hpp"
#include "src/describe/ir/unrolling.hpp"
#include "src/describe/ir/written_out.hpp"
#include "src/describe/program/visit.hpp"
#include "src/describe/structure/arrays.hpp"
#include "src/describe/structure/chain_length.hpp"
#include "src/describe/structure/side_by_side.hpp"
#include "src/describe/structure/tidy.hpp"

namespace gpumodel::describe {
namespace {

constexpr const char* no_wrap = "unsigned sums do not wrap";
constexpr const char* power_of_two = "n in x & (n - 1) or x ^ n is a power of two";
constexpr const char *probability_prefix = "taken_", *warps_suffix = "_warps";
constexpr int most_ways = 4;
constexpr std::uint64_t most_copied = 4096;  // B
constexpr std::int64_t most_predicated = 7;
constexpr const char* one_array = "rows that pointers lead to lie one behind another";
constexpr const char* predicated = "nvcc predicates ways of a branch that are short";

class Walker {
 public:
  Walker(const KernelCode& code, Program& program, std::vector<CountSite>& sites)
      : code_(code),
        program_(program),
        sites_(sites),
        names_(code.function),
        values_(code, names_),
        operations_(code.function),
        arrays_(code, values_, names_, program.arrays) {
    for (const ParameterSource& parameter : code.source.parameters)
      if (!parameter.pointer && parameter.type.find("Object_t") == std::string::npos)
        names_.take(parameter.name);
    for (const NestLoop& loop : code.nest) {
      names_.take(loop.name);
      const Formula counter = symbol(loop.name, Role::loop);
      facts_.push_back(counter - loop.start);
      facts_.push_back(last_of(loop.start, loop.end, loop.step) - counter);
    }
    for (const std::string& name : code.answers.parameter_order)
      if (!name.starts_with(probability_prefix)) names_.take(name);
  }

  void run() {
    blocks(&code_.function.getEntryBlock(), nullptr, nullptr, program_.body);
    name_values(program_.body);
    join_side_by_side(program_.body, code_.loops, sources_);
    for (const Statement* each : stores_of(program_.body)) read_only_.erase(each->access.array);
    for (std::size_t array : read_only_) program_.arrays[array].read_only = true;
  }

 private:
  using Block = llvm::BasicBlock;

  static std::vector<const Statement*> stores_of(const Statements& statements) {
    std::vector<const Statement*> all;
    each_statement(statements, [&](const Statement& s) {
      if (s.kind == Statement::Kind::access && s.access.kind != AccessKind::load) all.push_back(&s);
    });
    return all;
  }

  [[noreturn]] void refuse(const llvm::Instruction& instruction, const std::string& what,
                           std::vector<std::string> hints = {}) const {
    Diagnostic diagnostic{.id = "not-described", .message = program_.name + ": " + what};
    diagnostic.place = place_of(instruction);
    diagnostic.hints = std::move(hints);
    throw Failure{{std::move(diagnostic)}, 3};
  }

  // From `block` up to `stop`, within `loop`.
  void blocks(Block* block, const Block* stop, llvm::Loop* loop, Statements& out) {
    bool first = true;
    while (block != nullptr && block != stop) {
      if (loop != nullptr && (!loop->contains(block) || (block == loop->getHeader() && !first)))
        return;
      llvm::Loop* inner = code_.loops.getLoopFor(block);
      if (inner != nullptr && inner != loop && inner->getHeader() == block) {
        add_loop(*inner, out);
        block = after(*inner);
        first = false;
        continue;
      }
      instructions(*block, out);
      first = false;
      block = follow(*block, loop, out);
    }
  }

  // One way of a branch: it may go straight to the next round.
  void one_way(Block& block, const Block* stop, llvm::Loop* loop, Statements& out) {
    if (loop == nullptr || &block != loop->getHeader()) blocks(&block, stop, loop, out);
  }

  Block* after(llvm::Loop& loop) const {
    llvm::SmallVector<Block*, 4> exits;
    loop.getExitBlocks(exits);
    Block* meeting = exits.empty() ? nullptr : exits.front();
    for (Block* each : exits)
      if (meeting != nullptr && each != meeting)
        meeting = code_.post_dominators.findNearestCommonDominator(meeting, each);
    return meeting;
  }

  Block* meeting_of(Block& block) const {
    const auto* node = code_.post_dominators.getNode(&block);
    return node != nullptr && node->getIDom() != nullptr ? node->getIDom()->getBlock() : nullptr;
  }

  static bool ends_nowhere(const Block* block) {
    return llvm::isa<llvm::UnreachableInst>(block->getTerminator());
  }

  // What comes after the block; its branch, if it has one, is written on the way.
  Block* follow(Block& block, llvm::Loop* loop, Statements& out) {
    llvm::Instruction* end = block.getTerminator();
    if (auto* many = llvm::dyn_cast<llvm::SwitchInst>(end)) return follow_switch(*many, loop, out);
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(end);
    if (branch == nullptr) return nullptr;
    if (!branch->isConditional()) return branch->getSuccessor(0);
    Block *yes = branch->getSuccessor(0), *no = branch->getSuccessor(1);
    if (ends_nowhere(yes)) return no;  // a failed assertion
    if (ends_nowhere(no)) return yes;
    if (loop != nullptr) {
      const auto stays = [&](Block* b) { return loop->contains(b) && b != loop->getHeader(); };
      if (!stays(yes) && !stays(no)) return nullptr;
      if (!loop->contains(yes)) return no;
      if (!loop->contains(no)) return yes;
    }
    Block* meeting = meeting_of(block);
    add_branch(*branch, *yes, *no, meeting, loop, out);
    return meeting;
  }

  // Where a switch goes on if it is there to leave the loop: at its only way that does not.
  static std::optional<Block*> only_way_within(llvm::SwitchInst& many, const llvm::Loop& loop) {
    std::set<Block*> within;
    for (Block* way : llvm::successors(&many))
      if (loop.contains(way)) within.insert(way);
    if (within.size() > 1) return std::nullopt;
    Block* way = within.empty() ? nullptr : *within.begin();
    return way == loop.getHeader() ? nullptr : way;
  }

  // A switch is a chain of comparisons.
  Block* follow_switch(llvm::SwitchInst& many, llvm::Loop* loop, Statements& out) {
    if (loop != nullptr)
      if (const auto way = only_way_within(many, *loop)) return *way;
    Block* meeting = meeting_of(*many.getParent());
    const auto chosen = values_.formula(many.getCondition());
    std::map<Block*, Condition> ways;
    std::vector<Block*> order;
    Condition rest = Condition::always();
    for (const auto& each : many.cases()) {
      Block* goes = each.getCaseSuccessor();
      const Condition is = chosen ? Condition::compare(*chosen, Comparison::equal,
                                                       Formula(each.getCaseValue()->getSExtValue()))
                                  : Condition::always();  // asked below
      const auto [place, fresh] = ways.try_emplace(goes, is);
      if (fresh)
        order.push_back(goes);
      else
        place->second = Condition::any(place->second, is);
      rest = Condition::all(rest, is.negated());
    }
    if (!ways.count(many.getDefaultDest())) order.push_back(many.getDefaultDest());
    ways.try_emplace(many.getDefaultDest(), rest);
    for (Block* next : order) {
      if (next == meeting || ends_nowhere(next)) continue;
      Statement statement{.kind = Statement::Kind::branch, .place = place_of(many)};
      if (chosen)
        statement.condition = ways.at(next);
      else
        ask_probability(many, {&many, next}, statement,
                        {.kind = CountSite::Kind::cases, .at = &many, .way = next});
      one_way(*next, meeting, loop, statement.body);
      if (!statement.body.empty()) out.push_back(std::move(statement));
    }
    return meeting;
  }

  // Of a branch that the compiler made: the line of what it asks, or of what is around it.
  static Place place_near(const llvm::Instruction& at) {
    const Place place = place_of(at);
    if (place.line != 0) return place;
    for (const llvm::Value* operand : at.operands())
      if (const auto* asked = llvm::dyn_cast<llvm::Instruction>(operand))
        if (const Place of = place_of(*asked); of.line != 0) return of;
    for (const Block* block : llvm::successors(at.getParent()))
      for (const llvm::Instruction& each : *block)
        if (const Place of = place_of(each); of.line != 0) return of;
    return place;
  }

  // What is asked, and which way of it: the other one is taken where this one is not.
  using Way = std::pair<const llvm::Value*, const void*>;

  void ask_probability(const llvm::Instruction& at, const Way& asks, Statement& statement,
                       CountSite site) {
    auto found = probabilities_.find(asks);
    if (found == probabilities_.end()) {
      const Place place = place_near(at);
      const std::string name = names_.fresh(probability_prefix + std::to_string(place.line));
      found = probabilities_.emplace(asks, name).first;
      program_.questions.push_back(
          {"how often the condition holds, from 0 to 1: it depends on data",
           "-D " + name + "=SHARE", place, "-D " + name + "=0", "-D " + name + "=1"});
    }
    statement.probability = found->second;
    const std::string warps = found->second + warps_suffix;
    if (code_.answers.known.contains(warps) || code_.answers.parameters.contains(warps))
      statement.warps = warps;
    site.name = found->second;
    sites_.push_back(std::move(site));
    answered(statement.probability, "data", statement.certainty);
  }

  // Where the source says how often a branch is taken: __builtin_expect_with_probability. One that
  // is only called likely has a weight of thousands, and is asked for.
  static std::string stated_share(const llvm::BranchInst& branch, bool negated) {
    constexpr double likely = 1000;
    std::uint64_t yes = 0, no = 0;
    if (!llvm::extractBranchWeights(branch, yes, no) || yes == 0 || no == 0) return {};
    const double holds = static_cast<double>(negated ? no : yes),
                 fails = static_cast<double>(negated ? yes : no);
    if (holds > likely * fails || fails > likely * holds) return {};
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3g", holds / (holds + fails));
    return text.data();
  }

  // Where the answer was counted, or that there is a question.
  void answered(const std::string& name, const std::string& asked, Certainty& certainty) const {
    const auto counted = code_.answers.counted.find(name);
    if (counted == code_.answers.counted.end())
      certainty.asked.insert(asked);
    else
      certainty.counted.insert(counted->second);
  }

  void add_branch(llvm::BranchInst& branch, Block& yes, Block& no, Block* meeting, llvm::Loop* loop,
                  Statements& out) {
    const std::size_t before = facts_.size();
    auto holds = values_.condition(branch.getCondition(), false);
    auto fails = values_.condition(branch.getCondition(), true);
    const bool both_ways = &yes != meeting && &no != meeting;
    const bool stated = !stated_share(branch, false).empty();
    if (stated || (both_ways && holds && holds->data)) holds.reset();
    if (stated || (both_ways && fails && fails->data)) fails.reset();
    Statement statement{.kind = Statement::Kind::branch, .place = place_of(branch)};
    Statements body, other;
    if (&yes != meeting) {
      if (holds) add_facts(holds->known);
      one_way(yes, meeting, loop, body);
      facts_.resize(before);
    }
    if (&no != meeting) {
      if (fails) add_facts(fails->known);
      one_way(no, meeting, loop, other);
      facts_.resize(before);
    }
    if (body.empty() && other.empty()) return;
    const bool turned = only_names(body) && !only_names(other);
    if (turned) std::swap(body, other);
    const auto& known = turned ? fails : holds;
    const bool data = !known || known->data;
    if (known) statement.condition = known->known;
    if (data && is_short(body) && is_short(other)) {
      for (Statements* way : {&body, &other})
        for (Statement& each : *way) {
          if (each.kind == Statement::Kind::operations) each.certainty.assumed.insert(predicated);
          statement.body.push_back(std::move(each));
        }
      if (known && !known->known.is_always())
        out.push_back(std::move(statement));
      else
        out.insert(out.end(), std::make_move_iterator(statement.body.begin()),
                   std::make_move_iterator(statement.body.end()));
      return;
    }
    if (data) {
      Statement inner{.kind = Statement::Kind::branch, .place = statement.place};
      inner.probability = stated_share(branch, turned);
      if (inner.probability.empty())
        ask_probability(branch, {branch.getCondition(), turned ? &branch : nullptr}, inner,
                        {.kind = CountSite::Kind::share,
                         .at = &branch,
                         .value = branch.getCondition(),
                         .negated = turned});
      else
        inner.certainty.assumed.insert("the source says how often");
      inner.body = std::move(body);
      inner.other = std::move(other);
      if (!known || known->known.is_always()) {
        out.push_back(std::move(inner));
        return;
      }
      statement.body.push_back(std::move(inner));
    } else {
      statement.body = std::move(body);
      statement.other = std::move(other);
    }
    out.push_back(std::move(statement));
  }

  // Ways that only compute, and not much, are no branches: all lanes issue them.
  static bool is_short(const Statements& way) {
    std::int64_t count = 0;
    for (const Statement& each : way) {
      if (each.kind == Statement::Kind::let || each.kind == Statement::Kind::draw) continue;
      if (each.kind != Statement::Kind::operations) return false;
      for (const auto& [pipe, kinds] : each.operations) {
        if (pipe == "shuffle" || pipe == "vote") return false;
        for (const auto& [kind, number] : kinds) {
          const bool long_code = pipe.starts_with("fp") && kind != "add" && kind != "mul" &&
                                 kind != "fma" && kind != "compare";
          count += long_code ? most_predicated + 1 : number;
        }
      }
    }
    return count <= most_predicated;
  }

  void add_facts(const Condition& condition) {
    for (const Formula& fact : condition.facts()) facts_.push_back(values_.expanded(fact));
  }

  void add_loop(llvm::Loop& loop, Statements& out) {
    const LoopForm form = form_of(loop, code_, values_, names_);
    Statement statement{.kind = Statement::Kind::loop};
    statement.place = place_of(*loop.getHeader()->getTerminator());
    if (const llvm::DebugLoc at = loop.getStartLoc())
      statement.place.line = at.getLine(), statement.place.column = at.getCol();
    statement.name = form.counter.name;
    statement.value = form.counter.start;
    statement.step = form.counter.step;
    const auto lasts = [&](const Formula& rounds) {
      return !values_.joins_drawn(rounds) && !values_.changes(rounds);
    };
    if (form.end && !form.leaves_early && lasts(*form.end - form.counter.start)) {
      statement.end = *form.end;
      ends_.insert_or_assign(&loop, *form.end);
    } else {
      const auto [found, first] = rounds_.try_emplace(&loop);  // else it is on several ways
      if (first) found->second = names_.fresh(form.counter.name + "_rounds");
      const std::string& rounds = found->second;
      add_draw(rounds, statement.place, out);
      if (first) {
        sites_.push_back({.kind = CountSite::Kind::rounds, .name = rounds, .loop = &loop});
        ask_draw(rounds, "how many rounds the loop has: it ends on data", statement.place);
      }
      if (first && !code_.answers.values.contains(rounds)) {
        if (form.most_rounds) bound_rounds(rounds, *form.most_rounds);
        ask_sizes(loop, statement.place);
      }
      statement.end = statement.value + statement.step * symbol(rounds, Role::data);
      answered(rounds, "data", statement.certainty);
    }
    const Unrolling unrolling = unrolling_of(loop, form, code_, operations_);
    statement.unroll = unrolling.factor;
    if (!unrolling.rule.empty()) statement.certainty.assumed.insert(unrolling.rule);
    const std::size_t before = facts_.size();
    const Formula counter = symbol(statement.name, Role::loop);
    facts_.push_back(values_.expanded(counter - statement.value));
    facts_.push_back(
        values_.expanded(last_of(statement.value, statement.end, statement.step) - counter));
    blocks(loop.getHeader(), nullptr, &loop, statement.body);
    statement.number = number_of(*loop.getHeader()->getTerminator());
    facts_.resize(before);
    if (!statement.body.empty()) out.push_back(std::move(statement));
    add_exits(loop, out);
  }

  // A loop that may end early has a round at least, and as many at most as if it did not.
  void bound_rounds(const std::string& rounds, const Formula& most) {
    const auto bound = upper_bound(values_.expanded(most), facts_);
    if (!bound) return;
    const auto option = [&](const Formula& count) {
      return "--values '" + rounds + "=uniform: [" + text(count, Dialect::parameters) + ", " +
             text(count + Formula(1), Dialect::parameters) + "]'";
    };
    program_.questions.back().least = option(1);
    program_.questions.back().most = option(*bound);
  }

  // A loop that halves or doubles its counter has as many rounds as a size says, or the block, once
  // it is stated.
  void ask_sizes(llvm::Loop& loop, const Place& place) {
    std::vector<std::string> sizes;
    const SaysRounds says = says_rounds(loop, code_.evolution);
    if (says.block && !code_.stated_block[0]) {  // which is asked for, or what it is made of
      program_.questions.pop_back();
      return;
    }
    for (const unsigned number : says.arguments) {
      if (number >= code_.source.parameters.size()) continue;
      const std::string& name = code_.source.parameters[number].name;
      if (!code_.answers.parameters.contains(name)) sizes.push_back(name);
    }
    if (sizes.empty()) return;
    program_.questions.pop_back();  // in place of how many rounds there are
    for (const std::string& name : sizes)
      program_.questions.push_back({"the value of the kernel's parameter " + name +
                                        ", by which a loop halves or doubles its counter",
                                    "-D " + name + "=VALUE", place});
  }

  // What is done only where a loop ends early: on the way from there to where all its ends meet.
  void add_exits(llvm::Loop& loop, Statements& out) {
    const Block* meeting = after(loop);
    llvm::SmallVector<llvm::Loop::Edge, 4> edges;
    loop.getExitEdges(edges);
    std::set<const Block*> seen;
    for (const auto& [from, to] : edges) {
      auto* exit = const_cast<Block*>(to);
      if (exit == meeting || ends_nowhere(exit) || !seen.insert(exit).second) continue;
      Statement branch{.kind = Statement::Kind::branch, .place = place_of(*from->getTerminator())};
      blocks(exit, meeting, loop.getParentLoop(), branch.body);
      const bool nothing = std::ranges::all_of(branch.body, [](const Statement& s) {
        return s.kind == Statement::Kind::let || s.kind == Statement::Kind::draw ||
               (s.kind == Statement::Kind::operations && is_short({s}));
      });
      if (nothing) continue;
      ask_probability(*from->getTerminator(), {exit, nullptr}, branch,
                      {.kind = CountSite::Kind::leaving, .loop = &loop, .way = exit});
      out.push_back(std::move(branch));
    }
  }

  // The counter's value in the last round, or one that is not less.
  static Formula last_of(const Formula& start, const Formula& end, const Formula& step) {
    const auto range = (end - start).constant(), by = step.constant();
    if (range && by && *by > 0 && *range > 0) return start + Formula((*range - 1) / *by * *by);
    return end - Formula(1);
  }

  void ask_draw(const std::string& name, const std::string& what, const Place& place) {
    if (!code_.answers.values.contains(name))
      program_.questions.push_back({what, "--values '" + name + "=uniform: [FIRST, END]'", place});
  }
  void add_draw(const std::string& name, const Place& place, Statements& out) {
    Statement draw{.kind = Statement::Kind::draw, .place = place, .name = name};
    const auto answer = code_.answers.values.find(name);
    if (answer != code_.answers.values.end()) draw.values = answer->second;
    answered(name, "data", draw.certainty);
    out.push_back(std::move(draw));
  }

  void instructions(Block& block, Statements& out) {
    Operations pending;
    ChainLength chain;
    const auto flush = [&] {
      const std::int64_t steps = chain.take();
      if (!pending.empty())
        out.push_back({.kind = Statement::Kind::operations,
                       .operations = std::move(pending),
                       .steps = steps});
      pending.clear();
    };
    const auto count = [&](const llvm::Instruction& instruction) {
      Operations own;
      operations_.count(instruction, own);
      chain.add(instruction, own);
      add_operations(own, pending);
    };
    for (llvm::Instruction& instruction : block) {
      if (values_.may_be_let(instruction))
        out.push_back({.kind = Statement::Kind::let,
                       .place = place_of(instruction),
                       .number = number_of(instruction)});
      if (instruction.getType()->isIntegerTy())  // in case that its value is asked for
        out.push_back({.kind = Statement::Kind::draw,
                       .place = place_of(instruction),
                       .number = number_of(instruction)});
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
        access(instruction, *load->getPointerOperand(), *load->getType(), AccessKind::load, out);
      } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        flush();
        access(instruction, *store->getPointerOperand(), *store->getValueOperand()->getType(),
               AccessKind::store, out);
      } else if (auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
        flush();
        access(instruction, *atomic->getPointerOperand(), *atomic->getType(),
               atomic->use_empty() ? AccessKind::reduction : AccessKind::atomic, out);
      } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
        flush();
        access(instruction, *exchange->getPointerOperand(),
               *exchange->getCompareOperand()->getType(), AccessKind::atomic, out);
      } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
        const CallMeaning meaning = meaning_of(*call);
        if (meaning.kind == CallKind::operations) {
          count(instruction);
          continue;
        }
        if (meaning.kind == CallKind::code) {
          flush();
          count(instruction);
          flush();
          out.back().certainty.assumed.insert(meaning.name);
          continue;
        }
        if (meaning.kind == CallKind::nothing || meaning.kind == CallKind::coordinate ||
            meaning.kind == CallKind::read_only || meaning.kind == CallKind::texel) {
          chain.add(instruction, {});
          continue;
        }
        flush();
        add_call(*call, meaning, out);
      } else if (const auto [asks, negated] = OperationCounter::only_where(instruction);
                 asks != nullptr && conditional_operation(instruction, asks, negated, flush, out)) {
        continue;
      } else {
        count(instruction);
      }
    }
    flush();
  }

  template <class Flush>
  bool conditional_operation(const llvm::Instruction& instruction, const llvm::Value* asks,
                             bool negated, const Flush& flush, Statements& out) {
    const auto condition = values_.condition(asks, negated);
    if (!condition || condition->data) return false;
    flush();
    Statement branch{.kind = Statement::Kind::branch, .place = place_of(instruction)};
    branch.condition = condition->known;
    Statement operation{.kind = Statement::Kind::operations};
    operations_.count(instruction, operation.operations);
    branch.body.push_back(std::move(operation));
    out.push_back(std::move(branch));
    return true;
  }

  void add_call(llvm::CallBase& call, const CallMeaning& meaning, Statements& out) {
    switch (meaning.kind) {
      case CallKind::barrier:
        out.push_back({.kind = Statement::Kind::barrier, .place = place_of(call)});
        return;
      case CallKind::atomic:
        access(call, *call.getArgOperand(0), *call.getArgOperand(1)->getType(),
               call.use_empty() ? AccessKind::reduction : AccessKind::atomic, out);
        return;
      case CallKind::copy:
        add_copy(llvm::cast<llvm::MemIntrinsic>(call), out);
        return;
      default:
        if (meaning.hint.empty()) refuse(call, meaning.name);
        refuse(call, meaning.name, {meaning.hint});
    }
  }

  // A structure that is assigned, or an array that is set: as many words as fit, 16 B at most.
  void add_copy(llvm::MemIntrinsic& copy, Statements& out) {
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
    if (length == nullptr) refuse(copy, "a copy of a length that is not constant");
    if (length->getZExtValue() > most_copied)
      refuse(copy, "a copy of " + std::to_string(length->getZExtValue()) + " B at once");
    const auto* from = llvm::dyn_cast<llvm::MemTransferInst>(&copy);
    std::uint64_t alignment = copy.getDestAlign().valueOrOne().value();
    if (from != nullptr)
      alignment = std::min(alignment, from->getSourceAlign().valueOrOne().value());
    llvm::LLVMContext& context = copy.getContext();
    for (std::uint64_t at = 0; at < length->getZExtValue();) {
      const std::uint64_t left = length->getZExtValue() - at;
      std::uint64_t size = std::min<std::uint64_t>(16, alignment);
      while (size > left || at % size != 0) size /= 2;
      llvm::Type* word = size >= 4
                             ? llvm::Type::getFloatTy(context)
                             : llvm::Type::getIntNTy(context, static_cast<unsigned>(8 * size));
      if (size > 4) word = llvm::FixedVectorType::get(word, static_cast<unsigned>(size / 4));
      if (from != nullptr)
        access(copy, *from->getSource(), *word, AccessKind::load, out,
               static_cast<std::int64_t>(at));
      access(copy, *copy.getDest(), *word, AccessKind::store, out, static_cast<std::int64_t>(at));
      at += size;
    }
  }

  // An array of the thread that is not in registers.
  static void add_spill(const Statement& accessing, Statements& out) {
    Statement spill{.kind = Statement::Kind::spill, .place = accessing.place};
    const bool stores = accessing.access.kind == AccessKind::store;
    (stores ? spill.spill_store : spill.spill_load) = accessing.access.size;
    if (!out.empty() && out.back().kind == Statement::Kind::spill) {
      out.back().spill_load += spill.spill_load;
      out.back().spill_store += spill.spill_store;
    } else {
      out.push_back(std::move(spill));
    }
  }

  void access(llvm::Instruction& instruction, llvm::Value& pointer, llvm::Type& type,
              AccessKind kind, Statements& out, std::int64_t offset = 0) {
    Statement statement{.kind = Statement::Kind::access, .place = place_of(instruction)};
    Access& access = statement.access;
    access.kind = kind;
    if (const auto* made = llvm::dyn_cast<llvm::Instruction>(&pointer);
        made != nullptr && statement.place.line == 0)
      statement.place = place_of(*made);  // of an access that was moved
    access.place = statement.place;
    access.type = type_name(&type, code_.layout);
    access.size = static_cast<std::int64_t>(code_.layout.getTypeStoreSize(&type).getFixedValue());
    const llvm::Value* object = llvm::getUnderlyingObject(&pointer);
    if (llvm::isa<llvm::AllocaInst>(object)) return add_spill(statement, out);
    values_.took_no_wrap = false;
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(pointer.stripPointerCasts());
        call != nullptr && meaning_of(*call).kind == CallKind::texel) {
      fetch(*call, std::move(statement), out);
      return;
    }
    std::optional<Address> address = values_.address(&pointer);
    if (!address && values_.several() != nullptr &&
        access_one_of(instruction, pointer, type, kind, out, offset, *values_.several()))
      return;
    if (!address) {  // the part of it that cannot be said is asked for
      values_.name_unknown(true);
      address = values_.address(&pointer);
      values_.name_unknown(false);
    }
    if (address) {
      ask_unknown(address->bytes, access, instruction);
      for (const Formula& row : address->rows) ask_unknown(row, access, instruction);
      if (!address->rows.empty()) access.certainty.assumed.insert(one_array);
    }
    const llvm::Value* base = address ? address->base : object;
    if (llvm::isa<llvm::AllocaInst>(base)) return add_spill(statement, out);
    const auto* argument = llvm::dyn_cast<llvm::Argument>(base);
    const bool known =
        llvm::isa<llvm::GlobalVariable>(base) || address || pointer_source(*base, code_) != nullptr;
    if (argument != nullptr && pointer_source(*base, code_) == nullptr &&
        !(address && address->texture))
      return;  // a structure passed by value lies in constant memory
    if (!known)
      refuse(instruction, "an access through a pointer that is itself loaded or chosen",
             {"pass each array as a parameter of its own"});
    if (values_.took_no_wrap) access.certainty.assumed.insert(no_wrap);
    if (address && values_.needs_power_of_two(address->bytes))
      access.certainty.assumed.insert(power_of_two);
    if (address) {
      access.bytes = address->bytes + Formula(offset);
      access.rows = address->rows;
      if (kind == AccessKind::load && is_part_of_vector(instruction, *base)) {
        if (!widen(access, *base, out)) return;  // its other parts have loaded all of it
      }
      access.array = arrays_.of(*base, access);
    } else {
      access.array = arrays_.of(*base, access);
      const Array& array = program_.arrays[access.array];
      const std::string name =
          names_.fresh(array.name + "_at_" + std::to_string(access.place.line));
      add_draw(name, access.place, out);
      ask_draw(name, "which element of " + array.name + " is used: " + why_unknown(), access.place);
      access.bytes = symbol(name, Role::data) * Formula(array.element_bytes);
      sites_.push_back({.kind = CountSite::Kind::element,
                        .name = name,
                        .at = &instruction,
                        .value = &pointer,
                        .base = const_cast<llvm::Value*>(base),
                        .element_bytes = array.element_bytes});
      answered(name, why_unknown(), access.certainty);
    }
    access.facts = facts_;
    mark_pointer(*base, kind == AccessKind::load, address && address->read_only, access);
    if (address && address->texture) mark_texture(program_.arrays[access.array]);
    statement.certainty = access.certainty;
    statement.number = number_of(instruction);
    out.push_back(std::move(statement));
  }

  // A vector type is loaded whole, even if only some of it is used: parts of one assignment.
  bool is_part_of_vector(const llvm::Instruction& load, const llvm::Value& base) const {
    const ParameterSource* source = pointer_source(base, code_);
    if (source == nullptr || !load.getDebugLoc() || !source->is_vector()) return false;
    return llvm::any_of(*load.getParent(), [&](const llvm::Instruction& other) {
      return &other != &load && llvm::isa<llvm::LoadInst>(other) &&
             other.getDebugLoc() == load.getDebugLoc() &&
             llvm::getUnderlyingObject(llvm::getPointerOperand(&other)) == &base;
    });
  }

  bool widen(Access& access, const llvm::Value& base, const Statements& out) const {
    const ParameterSource& source = *pointer_source(base, code_);
    const std::int64_t size = source.element_bytes;
    const std::int64_t at = ((access.bytes.constant_term() % size) + size) % size;
    access.bytes = access.bytes - Formula(at);
    access.type = source.members.front().type + "x" + std::to_string(source.members.size());
    access.size = size;
    for (const Statement& s : out)
      if (s.kind == Statement::Kind::access && s.access.bytes == access.bytes &&
          s.access.type == access.type && s.place.line == access.place.line &&
          s.place.column == access.place.column)
        return false;
    return true;
  }

  // An element of a texture: its index is its coordinates, in an array of as many dimensions.
  void fetch(const llvm::CallBase& call, Statement statement, Statements& out) {
    Access& access = statement.access;
    const auto texture = values_.texture(call);
    if (!texture)
      refuse(call, "an access to a texture that is itself loaded or chosen",
             {"pass each texture as a parameter of its own"});
    const auto count = llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->getZExtValue();
    access.array = arrays_.of(*texture->base, access);
    mark_texture(program_.arrays[access.array]);
    for (unsigned i = static_cast<unsigned>(count); i > 0; --i) {
      auto part = values_.whole_part(call.getArgOperand(1 + i));
      if (!part) {
        const std::string name =
            names_.fresh(program_.arrays[access.array].name + "_" + std::string(1, "xyz"[i - 1]));
        add_draw(name, access.place, out);
        ask_draw(
            name,
            "at which " + std::string(1, "xyz"[i - 1]) + " the texture is read: " + why_unknown(),
            access.place);
        part = symbol(name, Role::data);
        access.certainty.asked.insert(why_unknown());
      }
      access.index.push_back(*part);
    }
    access.certainty.assumed.insert("rows of a texture lie behind each other");
    access.facts = facts_;
    statement.certainty = access.certainty;
    out.push_back(std::move(statement));
  }

  // What is declared is a handle: not how large the texture is.
  static void mark_texture(Array& array) {
    array.texture = true;
    array.declared_bytes.reset();
    array.declared.clear();
    array.space = Space::global;
  }

  // One pointer of several: exchanged each round, or chosen by a condition. An access to each of
  // them, under what chooses it.
  bool access_one_of(llvm::Instruction& instruction, llvm::Value& pointer, llvm::Type& type,
                     AccessKind kind, Statements& out, std::int64_t offset,
                     const llvm::Instruction& several) {
    if (++ways_ > most_ways) return false;
    const llvm::Value *first = nullptr, *second = nullptr, *asks = nullptr;
    std::optional<Asked> chooses;
    if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(&several)) {
      first = select->getTrueValue(), second = select->getFalseValue();
      asks = select->getCondition();
    } else if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&several)) {
      const auto exchanged = exchanged_pointers(*phi);
      const auto round = exchanged ? round_seen_at(instruction, *phi) : std::nullopt;
      if (round) {
        first = exchanged->first, second = exchanged->second;
        chooses =
            Asked{Condition::compare(remainder(*round, Formula(2)), Comparison::equal, Formula(0))};
      } else if (const auto diamond = diamond_of(*phi, code_.dominators);
                 diamond && !code_.loops.isLoopHeader(phi->getParent())) {
        first = diamond->if_true, second = diamond->if_false, asks = diamond->asks;
      }
    }
    if (first == nullptr) {
      --ways_;
      return false;
    }
    if (asks != nullptr) chooses = values_.condition(asks, false);
    Statement branch{.kind = Statement::Kind::branch, .place = place_of(instruction)};
    if (chooses && !chooses->data)
      branch.condition = chooses->known;
    else
      ask_probability(instruction, {asks, nullptr}, branch,
                      {.kind = CountSite::Kind::share,
                       .at = &instruction,
                       .value = const_cast<llvm::Value*>(asks)});
    values_.choose(&several, first);
    access(instruction, pointer, type, kind, branch.body, offset);
    values_.choose(&several, second);
    access(instruction, pointer, type, kind, branch.other, offset);
    values_.choose(&several, nullptr);
    --ways_;
    out.push_back(std::move(branch));
    return true;
  }

  // The round, from 0 on, that an instruction sees what goes round a loop of: behind it the last.
  std::optional<Formula> round_seen_at(const llvm::Instruction& at,
                                       const llvm::PHINode& phi) const {
    const llvm::Loop* loop = code_.loops.getLoopFor(phi.getParent());
    const Counter& counter = *values_.counter(loop);
    if (loop->contains(&at)) return counter.rounds_passed();
    const auto end = ends_.find(loop);
    if (end == ends_.end() || loop->getExitingBlock() != loop->getLoopLatch()) return std::nullopt;
    return quotient(end->second - counter.start - Formula(1), counter.step);
  }

  // Two pointers that change places every round: the one of even rounds, and the other.
  std::optional<std::pair<const llvm::Value*, const llvm::Value*>> exchanged_pointers(
      const llvm::PHINode& phi) const {
    const llvm::Loop* loop = code_.loops.getLoopFor(phi.getParent());
    if (loop == nullptr || loop->getHeader() != phi.getParent() || values_.counter(loop) == nullptr)
      return std::nullopt;
    const llvm::BasicBlock *before = loop->getLoopPreheader(), *last = loop->getLoopLatch();
    if (before == nullptr || last == nullptr) return std::nullopt;
    const auto* other = llvm::dyn_cast<llvm::PHINode>(phi.getIncomingValueForBlock(last));
    if (other == nullptr || other == &phi || other->getParent() != phi.getParent() ||
        other->getIncomingValueForBlock(last) != &phi)
      return std::nullopt;
    return std::pair(phi.getIncomingValueForBlock(before), other->getIncomingValueForBlock(before));
  }

  void ask_unknown(const Formula& bytes, Access& access, llvm::Instruction& at) {
    if (values_.unknown().empty()) return;
    const Formula all = values_.expanded(bytes);
    for (const auto& [value, what] : values_.unknown())
      if (all.mentions(what.name)) ask_value(*value, what, access, at);
  }

  // Where a value is made, which a join of several ways itself does not say.
  static const llvm::DILocation* location_near(const llvm::Instruction& value) {
    if (const llvm::DILocation* own = value.getDebugLoc()) return own;
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&value))
      for (const llvm::BasicBlock* from : phi->blocks())
        if (const llvm::DILocation* way = from->getTerminator()->getDebugLoc()) return way;
    return nullptr;
  }

  // Copies of one value, where a loop is written out, are asked for together: by the name of the
  // first. Those of a function that is called in several places are not copies.
  const std::string& asked_as(const llvm::Value& value, const std::string& name,
                              const Place& place) {
    if (const auto known = asked_as_.find(name); known != asked_as_.end()) return known->second;
    const auto& instruction = llvm::cast<llvm::Instruction>(value);
    std::string key = std::string(instruction.getOpcodeName()) + " " + names_.of(&value);
    const auto add = [&](unsigned line, unsigned column) {
      key += " " + std::to_string(line) + ":" + std::to_string(column);
    };
    const llvm::DILocation* location = location_near(instruction);
    if (location == nullptr) add(place.line, place.column);
    for (; location != nullptr; location = location->getInlinedAt())
      add(location->getLine(), location->getColumn());
    const std::string& first = copies_.try_emplace(key, name).first->second;
    return asked_as_.emplace(name, first).first->second;
  }

  // Counted where it is used: a counter is more than that, once, where its loop ends.
  void ask_value(const llvm::Value& value, const Values::Unknown& what, Access& access,
                 llvm::Instruction& at) {
    const Place made = place_of(llvm::cast<llvm::Instruction>(value));
    const Place place = made.line != 0 ? made : access.place;
    const std::string& name = asked_as(value, what.name, place);
    answered(name, why_unknown(what.reason), access.certainty);
    if (!asked_values_.insert(&value).second) return;
    sites_.push_back({.kind = CountSite::Kind::value,
                      .name = name,
                      .at = &at,
                      .value = const_cast<llvm::Value*>(&value)});
    const std::string option = "--values '" + name + "=uniform: [FIRST, END]'";
    if (name == what.name && !code_.answers.values.contains(name))
      program_.questions.push_back(
          {"which values " + name + " has, which decides on indices: " + why_unknown(what.reason),
           option, place});
  }

  std::string why_unknown() const { return why_unknown(values_.reason()); }
  static std::string why_unknown(const std::string& reason) {
    if (reason == "data" || reason == "private array") return "it depends on data";
    if (reason == "floating") return "it is computed in floating point";
    if (reason == "recurrence") return "it is carried round a loop";
    if (reason == "control") return "it depends on the way that was taken";
    return "it is made of bits";
  }

  void mark_pointer(const llvm::Value& base, bool loads, bool marked, const Access& access) {
    Array& array = program_.arrays[access.array];
    if (array.space != Space::global) return;
    const auto* argument = llvm::dyn_cast<llvm::Argument>(&base);
    const bool promised = argument != nullptr && argument->hasNoAliasAttr();
    array.restricted = promised;
    if (loads && (marked || promised)) read_only_.insert(access.array);
  }

  std::size_t number_of(const llvm::Instruction& instruction) {
    sources_.push_back(&instruction);
    return sources_.size() - 1;
  }

  // What turned out to be used in indices gets its name: by a `let`, or by the load of its value.
  void name_values(Statements& statements) {
    for (Statement& statement : statements) {
      if (statement.kind == Statement::Kind::let) {
        if (const auto let = values_.let(*sources_[statement.number])) {
          statement.name = let->first;
          statement.value = let->second;
        }
      }
      if (statement.kind == Statement::Kind::draw && statement.name.empty()) {
        const auto found = values_.unknown().find(sources_[statement.number]);
        if (found != values_.unknown().end()) {
          statement.name = found->second.name;
          const auto as = asked_as_.find(statement.name);
          const std::string& name = as == asked_as_.end() ? statement.name : as->second;
          answered(name, why_unknown(found->second.reason), statement.certainty);
          const auto answer = code_.answers.values.find(name);
          if (answer != code_.answers.values.end()) statement.values = answer->second;
        }
      }
      if (statement.kind == Statement::Kind::access) {
        note_standing(statement);
        const auto found = values_.reads().find(sources_[statement.number]);
        if (found != values_.reads().end() && statement.access.kind == AccessKind::load) {
          Array& array = program_.arrays[statement.access.array];
          statement.access.read_name = found->second;
          array.has_reads = true;
          sites_.push_back({.kind = CountSite::Kind::value,
                            .name = array.name,
                            .value = const_cast<llvm::Value*>(found->first)});
        }
      }
      name_values(statement.body);
      name_values(statement.other);
    }
    std::erase_if(statements, [](const Statement& s) {
      return (s.kind == Statement::Kind::let || s.kind == Statement::Kind::draw) && s.name.empty();
    });
  }

  // Where a number stands that is a parameter.
  void note_standing(const Statement& statement) {
    const llvm::Instruction& load = *sources_[statement.number];
    if (!llvm::isa<llvm::LoadInst>(load) || !load.getType()->isIntegerTy()) return;
    const Values::Stands* stands = values_.standing(load);
    if (stands == nullptr) return;
    program_.standing.try_emplace(stands->parameter, Standing{stands->where, statement.place});
    sites_.push_back({.kind = CountSite::Kind::value,
                      .name = stands->parameter,
                      .value = const_cast<llvm::Instruction*>(&load)});
  }

  const KernelCode& code_;
  Program& program_;
  std::vector<CountSite>& sites_;
  Names names_;
  Values values_;
  OperationCounter operations_;
  Arrays arrays_;
  std::vector<Formula> facts_;
  std::vector<const llvm::Instruction*> sources_;
  std::map<Way, std::string> probabilities_;
  std::map<std::string, std::string> copies_, asked_as_;  // names of values, of first copies
  std::set<const llvm::Value*> asked_values_;
  std::map<const llvm::Loop*, Formula> ends_;        // of counters, where they are known
  std::map<const llvm::Loop*, std::string> rounds_;  // of those that end on data
  int ways_ = 0;                                     // of pointers, one in the other
  std::set<std::size_t> read_only_;
};

}  // namespace

void walk(const KernelCode& code, Program& program, std::vector<CountSite>& sites) {
  Walker(code, program, sites).run();
}

}  // namespace gpumodel::describe
