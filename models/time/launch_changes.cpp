#include "models/time/launch_changes.hpp"

#include <algorithm>

#include "models/analysis/blocks_per_sm.hpp"
#include "models/occupancy/next_step.hpp"
#include "models/time/same_work.hpp"

namespace gpumodel {
namespace {

// Of the prediction's work: for all changes. One has at most half of what is left, so that the
// first is looked at as closely as the launch as it is.
constexpr double share_of_work = 2.0, least_share_of_work = 0.02;

class Changes {
 public:
  Changes(const Model& model, const Question& question, const Prediction& prediction,
          std::span<const std::optional<Number>> overrides)
      : model_(model),
        question_(question),
        shape_(*prediction.work.launch),
        before_(prediction.time(prediction.kernel)),
        work_before_(work_done(*question.kernel, prediction)),
        overrides_(overrides.begin(), overrides.end()) {
    question_.host = nullptr;
    question_.streams = 0;
    overrides_.resize(std::max(overrides_.size(), question.kernel->parameters.size()));
  }

  void registers() {
    const SmLimits* limits = find_limits(question_.gpu->compute_capability);
    // Where the kernel states none they are what fits, spills included.
    const bool stated = question_.kernel->launch->registers_per_thread.has_value();
    if (limits == nullptr || !stated || !shape_.registers_per_thread) return;
    const Ladder ladder = register_steps(*limits, resources_of(shape_, *limits, 0));
    if (ladder.steps.empty()) return;
    const std::int64_t fewer = ladder.steps.front().at_most;
    Kernel changed = *question_.kernel;
    changed.launch->registers_per_thread->expression = Expression::constant(Number::integer(fewer));
    try_with(changed, question_.values, "registers per thread", *shape_.registers_per_thread,
             fewer);
  }

  void block() {
    const Kernel& kernel = *question_.kernel;
    std::vector<std::size_t> done;  // a square block has one parameter on two axes
    for (const Formula& axis : kernel.launch->block) {
      const auto parameter = find_parameter(kernel, axis.expression.text());
      if (!parameter || !question_.values[*parameter].is_integer()) continue;
      if (std::ranges::find(done, *parameter) != done.end()) continue;
      done.push_back(*parameter);
      const std::int64_t now = question_.values[*parameter].integer();
      if (now % 2 == 0) resized(*parameter, now, now / 2);
      resized(*parameter, now, 2 * now);
    }
  }

  std::vector<LaunchChange> take() { return std::move(found_); }

 private:
  void resized(std::size_t parameter, std::int64_t from, std::int64_t to) {
    std::vector<std::optional<Number>> overrides = overrides_;
    overrides[parameter] = Number::integer(to);
    std::vector<Number> values;
    try {
      evaluate_parameters(*question_.kernel, overrides, values);
    } catch (const FormulaError&) {
      return;
    }
    try_with(*question_.kernel, values, question_.kernel->parameters[parameter].name, from, to);
  }

  // A size that the kernel is not written for has no time, and a block that decides how much there
  // is to do says nothing of the launch: nothing to tell.
  void try_with(const Kernel& kernel, std::span<const Number> values, const std::string& what,
                std::int64_t from, std::int64_t to) {
    Question question = question_;
    question.kernel = &kernel;
    question.values = values;
    question.work *= left_ / 2.0;
    Prediction prediction;
    try {
      predict(model_, question, prediction);
    } catch (const FormulaError&) {
      return;
    } catch (const ThreadFault&) {
      return;
    }
    if (prediction.analysis) {
      left_ -= prediction.analysis->traffic.work_done / question_.work;
      left_ = std::max(left_, least_share_of_work);
    }
    if (!same_work(work_before_, work_done(kernel, prediction))) return;
    const Seconds after = prediction.time(prediction.kernel);
    found_.push_back({what, from, to, speedup(after, before_) - 1.0});
  }

  const Model& model_;
  Question question_;
  LaunchShape shape_;
  Seconds before_;
  WorkDone work_before_;
  double left_ = share_of_work;
  std::vector<std::optional<Number>> overrides_;
  std::vector<LaunchChange> found_;
};

}  // namespace

std::vector<LaunchChange> launch_changes(const Model& model, const Question& question,
                                         const Prediction& prediction,
                                         std::span<const std::optional<Number>> overrides) {
  if (!question.kernel->launch || !prediction.work.launch) return {};
  Changes changes(model, question, prediction, overrides);
  changes.registers();
  changes.block();
  return changes.take();
}

}  // namespace gpumodel
