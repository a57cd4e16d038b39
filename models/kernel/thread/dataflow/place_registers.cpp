#include "models/kernel/thread/dataflow/place_registers.hpp"

#include <algorithm>
#include <memory>
#include <set>

namespace gpumodel {
namespace {

// A list of steps, and the step of another list that it belongs to.
struct StepList {
  FlowSteps* steps = nullptr;
  const StepList* outer = nullptr;
  std::size_t at = 0;
  std::size_t depth = 0;
};

struct RegisterUse {
  const StepList* list = nullptr;
  std::size_t step = 0;
  bool sets = false;
};

class RegisterPlacer {
 public:
  explicit RegisterPlacer(Dataflow& flow) : flow_(flow), uses_(flow.registers.size()) {}

  void run() {
    // A start that a loop then made no use of.
    visit(flow_.body, nullptr, 0);
    drop_unused(flow_.body);
    uses_.assign(flow_.registers.size(), {});
    lists_.clear();
    formers_.clear();
    visit(flow_.body, nullptr, 0);
    for (const auto& [former, target] : formers_) {
      for (RegisterUse each : uses_[target]) {
        each.sets = false;
        uses_[former].push_back(each);
      }
    }
    for (std::size_t reg = 0; reg < uses_.size(); ++reg) {
      if (!uses_[reg].empty()) place(reg);
    }
  }

 private:
  void drop_unused(FlowSteps& steps) {
    std::erase_if(steps, [&](const FlowStep& step) {
      const auto* move = std::get_if<MoveStep>(&step.what);
      return move != nullptr && uses_[move->target.reg].size() == 1;
    });
    for (FlowStep& step : steps) {
      if (auto* loop = std::get_if<LoopStep>(&step.what)) drop_unused(loop->body);
      if (auto* branch = std::get_if<BranchStep>(&step.what)) {
        drop_unused(branch->then);
        drop_unused(branch->otherwise);
      }
    }
  }

  // Returns whether threads meet in it.
  bool visit(FlowSteps& steps, const StepList* outer, std::size_t at) {
    lists_.push_back(std::make_unique<StepList>(
        StepList{&steps, outer, at, outer == nullptr ? 0 : outer->depth + 1}));
    const StepList* list = lists_.back().get();
    bool meets = false;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      list_ = list;
      step_ = i;
      const bool here = std::visit([this](auto& step) { return look_at(step); }, steps[i].what);
      meets = meets || here;
    }
    return meets;
  }

  bool look_at(ComputeStep& s) {
    for (const FlowOperand& operand : s.operands) use(operand);
    if (s.former) formers_.emplace(s.former->reg, s.target.reg);
    return set(s.target);
  }
  bool look_at(MoveStep& s) { return use(s.value), set(s.target); }
  bool look_at(LoadStep& s) { return set(s.target); }
  bool look_at(ReadStep&) { return false; }
  bool look_at(StoreStep& s) { return use(s.value), false; }
  bool look_at(AtomicStep& s) { return use(s.value), false; }
  bool look_at(ExchangeStep& s) { return use(s.value), set(s.target), true; }
  bool look_at(VoteStep& s) { return use(s.target), true; }
  bool look_at(DrawStep&) { return false; }
  bool look_at(LetStep&) { return false; }
  bool look_at(BarrierStep&) { return true; }
  bool look_at(LoopStep& s) { return s.meets = visit(s.body, list_, step_); }
  bool look_at(BranchStep& s) {
    const StepList* list = list_;
    const std::size_t step = step_;
    if (s.never) use(*s.never);
    const bool then = visit(s.then, list, step);
    const bool otherwise = visit(s.otherwise, list, step);
    return s.meets = then || otherwise;
  }

  void use(const FlowOperand& operand) { note(operand, false); }
  bool set(const FlowOperand& operand) {
    note(operand, true);
    return false;
  }
  void note(const FlowOperand& operand, bool sets) {
    if (operand.kind == FlowOperand::Kind::value)
      uses_[operand.reg].push_back({list_, step_, sets});
  }

  void place(std::size_t reg) {
    const std::vector<RegisterUse>& uses = uses_[reg];
    const StepList* common = uses.front().list;
    for (const RegisterUse& use : uses) common = shared(common, use.list);
    std::size_t first = step_in(*common, uses.front());
    for (const RegisterUse& use : uses) first = std::min(first, step_in(*common, use));
    FlowStep& step = (*common->steps)[first];
    flow_.registers[reg].constant = std::ranges::count_if(uses, &RegisterUse::sets) == 1;
    const RegisterUse& begin = uses.front();
    // Of several values each is set by itself.
    const bool whole = flow_.registers[reg].extent == 1;
    if (whole && begin.sets && begin.list == common && begin.step == first) {
      step.begins.insert(step.begins.begin(), reg);
      step.sets_first = true;
    } else {
      step.begins.push_back(reg);
    }
  }

  static const StepList* shared(const StepList* a, const StepList* b) {
    while (a != b) {
      const StepList*& deeper = a->depth > b->depth ? a : b;
      deeper = deeper->outer;
    }
    return a;
  }

  static std::size_t step_in(const StepList& common, const RegisterUse& use) {
    std::size_t step = use.step;
    for (const StepList* list = use.list; list != &common; list = list->outer) step = list->at;
    return step;
  }

  Dataflow& flow_;
  std::vector<std::vector<RegisterUse>> uses_;
  std::set<std::pair<std::size_t, std::size_t>> formers_;  // each lives as long as its target
  std::vector<std::unique_ptr<StepList>> lists_;
  const StepList* list_ = nullptr;
  std::size_t step_ = 0;
};

}  // namespace

void place_registers(Dataflow& flow) {
  RegisterPlacer(flow).run();
}

}  // namespace gpumodel
