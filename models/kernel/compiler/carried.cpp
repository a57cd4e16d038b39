#include "models/kernel/compiler/carried.hpp"

#include <algorithm>
#include <set>

#include "models/core/constants.hpp"

namespace gpumodel {
namespace {

using Registers = std::set<std::size_t>;

// Of a loop or a straight body: the registers that its steps use, change and begin.
struct Uses {
  Registers used, set, begun;
  bool arguments = false;  // factors and the like

  void take(const FlowOperand& operand, bool sets = false) {
    if (operand.kind == FlowOperand::Kind::value) {
      used.insert(operand.reg);
      if (sets) set.insert(operand.reg);
    } else if (operand.kind != FlowOperand::Kind::number) {
      arguments = true;
    }
  }
  void add(const FlowSteps& steps) {
    for (const FlowStep& step : steps) {
      begun.insert(step.begins.begin(), step.begins.end());
      std::visit([this](const auto& s) { look_at(s); }, step.what);
    }
  }

 private:
  void look_at(const ComputeStep& s) {
    for (const FlowOperand& operand : s.operands) take(operand);
    take(s.target, true);
  }
  void look_at(const MoveStep& s) { take(s.value), take(s.target, true); }
  void look_at(const LoadStep& s) { take(s.target, true); }
  void look_at(const StoreStep& s) { take(s.value); }
  void look_at(const AtomicStep& s) { take(s.value); }
  void look_at(const ExchangeStep& s) { take(s.value), take(s.target, true); }
  void look_at(const VoteStep& s) { take(s.target); }
  void look_at(const LoopStep& s) { add(s.body); }
  void look_at(const BranchStep& s) {
    if (s.never) take(*s.never);
    add(s.then);
    add(s.otherwise);
  }
  template <class Other>
  void look_at(const Other&) {}
};

bool has_jump(const LoopStep& loop) {
  return loop.loop->unroll != 0;
}

bool has_loop(const FlowSteps& steps) {
  return std::ranges::any_of(steps, [](const FlowStep& step) {
    if (const auto* loop = std::get_if<LoopStep>(&step.what)) {
      return has_jump(*loop) || has_loop(loop->body);
    }
    const auto* branch = std::get_if<BranchStep>(&step.what);
    return branch != nullptr && (has_loop(branch->then) || has_loop(branch->otherwise));
  });
}

CarriedValues carried_by(const LoopStep& loop, const Dataflow& flow) {
  Uses uses;
  uses.add(loop.body);
  CarriedValues carried{.arguments = uses.arguments};
  for (const std::size_t reg : uses.used) {
    if (uses.begun.contains(reg)) continue;
    const Register& one = flow.registers[reg];
    const double each = std::max(
        1.0, parse_element_type(one.scalar)->scalar_bytes / constants::register_bytes.value);
    const double values = static_cast<double>(one.extent) * one.lanes;
    carried.values += values;
    carried.registers += values * each;
    if (uses.set.contains(reg)) carried.changed += values * each;
    carried.widest = std::max(carried.widest, each);
  }
  return carried;
}

void find_in(const FlowSteps& steps, const Dataflow& flow, std::vector<CarryingLoop>& found) {
  for (const FlowStep& step : steps) {
    if (const auto* loop = std::get_if<LoopStep>(&step.what)) {
      const bool innermost = has_jump(*loop) && !has_loop(loop->body);
      if (!innermost) {
        find_in(loop->body, flow, found);
      } else if (const CarriedValues carried = carried_by(*loop, flow); carried.registers > 0.0) {
        found.push_back({loop, carried});
      }
    }
    if (const auto* branch = std::get_if<BranchStep>(&step.what)) {
      find_in(branch->then, flow, found);
      find_in(branch->otherwise, flow, found);
    }
  }
}

}  // namespace

std::vector<CarryingLoop> carrying_loops(const Dataflow& flow) {
  std::vector<CarryingLoop> found;
  find_in(flow.body, flow, found);
  return found;
}

}  // namespace gpumodel
