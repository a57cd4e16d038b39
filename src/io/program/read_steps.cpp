#include "src/io/program/read_steps.hpp"

#include <algorithm>

#include "src/io/kernel/expression_list.hpp"
#include "src/io/program/read_step.hpp"
#include "src/io/text/nearest.hpp"

namespace gpumodel {
namespace {

// 'after' of one step: steps of the same list by name.
void read_after(const Node& node, std::vector<ProgramStep>& steps, std::size_t own,
                ProgramContext& context) {
  const Node* after = value_of(node, "after");
  if (after == nullptr) return;
  for (const Node& item : expression_list(*after, context.problems().file())) {
    std::vector<std::string> known;
    std::size_t matches = 0, found = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (steps[i].name == item.text) {
        ++matches;
        found = i;
      }
      if (i != own) known.push_back(steps[i].name);
    }
    if (matches == 1) {
      steps[own].after.push_back(found);
      continue;
    }
    std::vector<std::string> hints = did_you_mean(item.text, known);
    hints.emplace_back(matches == 0 ? "steps of the same list are known by their 'name', or by "
                                      "the kernel they run"
                                    : "give each of them a 'name'");
    const std::string found_text = matches == 0 ? "no step is" : "several steps are";
    context.problems().add("name-unknown", item, found_text + " called '" + item.text + "'",
                           std::move(hints));
  }
}

class StepOrder {
 public:
  StepOrder(const std::vector<ProgramStep>& steps, ProgramContext& context)
      : steps_(steps), context_(context), visits_(steps.size(), Visit::none) {}

  std::vector<std::size_t> find() {
    for (std::size_t i = 0; i < steps_.size(); ++i) visit(i);
    return std::move(order_);
  }

 private:
  enum class Visit { none, open, done };

  void visit(std::size_t i) {
    if (visits_[i] == Visit::done) return;
    if (visits_[i] == Visit::open) return report(i);
    visits_[i] = Visit::open;
    path_.push_back(i);
    for (const std::size_t before : steps_[i].after) visit(before);
    path_.pop_back();
    visits_[i] = Visit::done;
    order_.push_back(i);
  }

  void report(std::size_t i) {
    std::string chain;
    for (auto at = std::ranges::find(path_, i); at != path_.end(); ++at) {
      chain += "'" + steps_[*at].name + "' waits for ";
    }
    Node at;
    at.line = steps_[i].source.line;
    at.column = steps_[i].column;
    at.text = steps_[i].source.key;
    context_.problems().add("dependence-cycle", at, "steps wait for each other",
                            {chain + "'" + steps_[i].name + "'"});
  }

  const std::vector<ProgramStep>& steps_;
  ProgramContext& context_;
  std::vector<Visit> visits_;
  std::vector<std::size_t> path_, order_;
};

}  // namespace

StepList read_steps(const Node& node, ProgramContext& context, const LoopScope& scope) {
  StepList list;
  if (node.kind != Node::Kind::sequence || node.children.empty()) {
    context.problems().add("type-wrong", node, "'steps' must be a list of steps",
                           {"such as - to_device: [x]"});
    return list;
  }
  std::vector<const Node*> read;
  for (const Node& child : node.children) {
    if (child.kind != Node::Kind::mapping) {
      context.problems().add("type-wrong", child, "a step must be a mapping",
                             {"such as {to_device: [x], stream: 0}"});
      continue;
    }
    std::optional<ProgramStep> step = read_step(child, context, scope);
    if (!step) continue;
    list.steps.push_back(std::move(*step));
    read.push_back(&child);
  }
  for (std::size_t i = 0; i < read.size(); ++i) read_after(*read[i], list.steps, i, context);
  list.issue_order = order_steps(list.steps, context);
  return list;
}

std::vector<std::size_t> order_steps(const std::vector<ProgramStep>& steps,
                                     ProgramContext& context) {
  return StepOrder(steps, context).find();
}

}  // namespace gpumodel
