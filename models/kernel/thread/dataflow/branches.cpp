// Branches, guards, and what no store would keep.
#include "models/kernel/thread/dataflow/flow.hpp"

#include <algorithm>

namespace gpumodel {

void Flow::lower(const Branch& branch) {
  BranchStep step;
  step.branch = &branch;
  step.number = now_.draws;
  step.loops = loops_;
  const Spread outside = control_;
  const Source outside_source = control_source_;
  const Spread own = branch.condition ? spread_.of(*branch.condition)
                     : branch.uniform ? Spread::warp
                                      : Spread::thread;
  step.parts = own == Spread::thread;
  enter(own, branch.source);
  if (!branch.condition) {
    step.chance = chance_of(*branch.probability);
    if (branch.warps) step.warps = std::max(chance_of(*branch.warps), step.chance);
    if (step.chance == 0.0) {
      step.never = guarded_value();
    } else {
      ++now_.draws;
    }
  }
  const std::vector<Value> before = now_.values;
  lower_arm(branch.then, step.then);
  const std::vector<Value> after = now_.values;
  if (!branch.otherwise.empty()) {
    now_.values = before;
    lower_arm(branch.otherwise, step.otherwise);
    // What either arm has taken is gone, what either has left waits.
    std::erase_if(now_.values,
                  [&](const Value& v) { return is_in(before, v) && !is_in(after, v); });
    for (const Value& value : after) {
      if (!is_in(before, value)) now_.values.push_back(value);
    }
  }
  control_ = outside;
  control_source_ = outside_source;
  emit(std::move(step));
}

bool Flow::is_in(const std::vector<Value>& values, const Value& value) {
  return std::ranges::any_of(values, [&](const Value& v) {
    return v.operand.reg == value.operand.reg && v.operand.lane == value.operand.lane &&
           v.operand.element == value.operand.element && v.operand.round == value.operand.round &&
           v.exchange == value.exchange && v.level == value.level;
  });
}

void Flow::lower_arm(const Body& body, FlowSteps& steps) {
  const std::optional<Running> before = now_.running;
  open(steps);
  lower(body);
  if (before && now_.running && now_.running->reg != before->reg) {
    const bool same = now_.running->chain == before->chain;
    if (same) emit(MoveStep{{.reg = before->reg}, running()});
    if (same || now_.running->stored) {
      const bool stored = same ? now_.running->stored : before->stored;
      now_.running = before;
      now_.running->stored = stored;
    }
  }
  close();
  now_.last.reset();
}

FlowOperand Flow::guarded_value() {
  fold_chains();
  const bool waits = std::ranges::any_of(now_.values, [&](const Value& v) {
    return v.level == level() && v.operand.round == nullptr;
  });
  if (waits) {
    if (now_.running && now_.running->stored) now_.running.reset();
    add_up();
  }
  if (!now_.running) return {.kind = FlowOperand::Kind::place};
  now_.running->stored = true;
  return running();
}

void Flow::refuse_lost(const Loop& loop) const {
  if (lost_ != nullptr) {
    cannot(*lost_, "what is loaded here reaches no store", hints_of_lost_values());
  }
  throw CannotWrite{loop.source, 0, "what a round of this loop computes reaches no store",
                    hints_of_lost_values()};
}

void Flow::refuse_lost_values() const {
  for (const Value& value : now_.values) {
    if (value.access == nullptr) continue;
    cannot(*value.access, "what is loaded here reaches no store", hints_of_lost_values());
  }
  if (now_.running && !now_.running->stored) {
    throw CannotWrite{now_.running->source, 0, "what is computed here reaches no store",
                      hints_of_lost_values()};
  }
}

std::vector<std::string> Flow::hints_of_lost_values() {
  return {"a compiler drops it; to keep it, state a store that is never executed:",
          "- if: {probability: 0}", "  do:", "    - store: out[0]"};
}

}  // namespace gpumodel
