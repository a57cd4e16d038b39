#include "src/describe/structure/side_by_side.hpp"

#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <set>

#include "src/describe/program/steps.hpp"

namespace gpumodel::describe {
namespace {

using Kind = Statement::Kind;

bool only_computes(const Statement& s) {
  return s.kind == Kind::loop && s.unroll == 0 && !s.body.empty() &&
         std::ranges::all_of(s.body, [](const Statement& each) {
           return each.kind == Kind::operations && !each.operations.contains("shuffle") &&
                  !each.operations.contains("vote");
         });
}

bool same_rounds(const Statement& a, const Statement& b) {
  return (a.end - a.value) == (b.end - b.value) && a.step == b.step &&
         a.body.size() == b.body.size();
}

class Joiner {
 public:
  Joiner(const llvm::LoopInfo& loops, const std::vector<const llvm::Instruction*>& sources)
      : loops_(loops), sources_(sources) {}

  void join(Statements& statements) {
    Statements out;
    std::size_t open = none;  // where in `out` the loop is that others may join
    for (Statement& s : statements) {
      Joiner(loops_, sources_).join(s.body);
      Joiner(loops_, sources_).join(s.other);
      if (open != none && only_computes(s) && same_rounds(out[open], s) && needs_nothing(s)) {
        take_in(s, out[open]);
        continue;
      }
      if (only_computes(s)) {
        open = out.size();
        joined_ = {loop_of(s)};
      } else if (open != none && can_stand_before(s)) {
        out.insert(out.begin() + static_cast<std::ptrdiff_t>(open++), std::move(s));
        continue;
      } else {
        open = none;
      }
      out.push_back(std::move(s));
    }
    statements = std::move(out);
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  const llvm::Loop* loop_of(const Statement& s) const {
    return loops_.getLoopFor(sources_[s.number]->getParent());
  }

  static bool can_move(const Statement& s) {
    return s.kind == Kind::let || s.kind == Kind::draw ||
           (s.kind == Kind::access && s.access.kind == AccessKind::load);
  }

  bool can_stand_before(const Statement& s) const {
    return can_move(s) && !needs_joined(*sources_[s.number]);
  }

  bool needs_nothing(const Statement& s) const {
    for (const llvm::BasicBlock* block : loop_of(s)->blocks())
      for (const llvm::Instruction& each : *block)
        if (needs_joined(each)) return false;
    return true;
  }

  // Whether an instruction takes, through others, what one of the loops makes in the same round of
  // what is around them.
  bool needs_joined(const llvm::Instruction& instruction) const {
    std::set<const llvm::Value*> seen;
    std::vector<const llvm::Instruction*> work{&instruction};
    while (!work.empty()) {
      const llvm::Instruction* one = work.back();
      work.pop_back();
      if (!seen.insert(one).second) continue;
      const auto holds = [&](const llvm::Loop* loop) { return loop->contains(one); };
      if (std::ranges::any_of(joined_, holds)) return true;
      const llvm::Loop* around = loops_.getLoopFor(one->getParent());
      if (llvm::isa<llvm::PHINode>(one) && around != nullptr &&
          around->getHeader() == one->getParent() && around->contains(joined_.front()))
        continue;
      for (const llvm::Value* operand : one->operands())
        if (const auto* made = llvm::dyn_cast<llvm::Instruction>(operand)) work.push_back(made);
    }
    return false;
  }

  void take_in(const Statement& s, Statement& loop) {
    for (std::size_t i = 0; i < s.body.size(); ++i) {
      Statement& joined = loop.body[i];
      joined.steps = std::max(steps_of(joined), steps_of(s.body[i]));
      add_operations(s.body[i].operations, joined.operations);
    }
    loop.certainty.add(s.certainty);
    joined_.push_back(loop_of(s));
  }

  const llvm::LoopInfo& loops_;
  const std::vector<const llvm::Instruction*>& sources_;
  std::vector<const llvm::Loop*> joined_;  // to the one that is open
};

}  // namespace

void join_side_by_side(Statements& statements, const llvm::LoopInfo& loops,
                       const std::vector<const llvm::Instruction*>& sources) {
  Joiner(loops, sources).join(statements);
}

}  // namespace gpumodel::describe
