// Loops of a program: iterations, chunks, devices; see expander.hpp.
#include <algorithm>
#include <cmath>

#include "models/core/index.hpp"

#include "models/timeline/program/expander.hpp"

namespace gpumodel {
namespace {

constexpr std::int64_t most_elements = std::int64_t{1} << 62;
constexpr std::size_t much_to_check = 20'000;  // tasks

}  // namespace

void Expander::run_repeat(const ProgramStep& step, const Scope& scope) {
  std::int64_t count = whole(*step.count, 0, most_iterations);
  if (check_ && faulty_.contains(&*step.count)) count = 1;
  const bool again = again_;
  const bool outermost = !in_loop_ && scope.chunk == nothing;
  in_loop_ = true;
  IterationMarks marks;
  const std::int64_t around = values_.get(LoopVariable::iteration);
  for (std::int64_t i = 0; i < count; ++i) {
    if (check_ && i >= (again && builder_.size() > much_to_check ? 1 : 2)) break;
    again_ = again || i > 0;
    if (outermost) marks.first.push_back(static_cast<TaskId>(builder_.size()));
    values_.set(LoopVariable::iteration, i);
    run_steps(step.steps, step.issue_order, scope);
  }
  again_ = again;
  values_.set(LoopVariable::iteration, around);
  if (!outermost) return;
  in_loop_ = false;
  marks.end = static_cast<TaskId>(builder_.size());
  loops_.push_back(std::move(marks));
}

void Expander::run_chunks(const ProgramStep& step, const Scope& scope) {
  const std::int64_t count =
      options_.chunks ? *options_.chunks : whole(*step.count, 1, most_iterations);
  const std::int64_t elements =
      step.elements ? values_.whole(*step.elements, 1, most_elements) : BufferSpan::whole;
  if (count > elements) {
    fault("chunks-too-many", step,
          std::to_string(count) + " chunks of " + std::to_string(elements) + " elements",
          {"a chunk has one element or more"});
    return;
  }
  pass_steps(step, count);
  const std::int64_t around = values_.get(LoopVariable::chunks);
  values_.set(LoopVariable::chunks, count);
  std::vector<Share> parts = shares(step, count);
  weigh(step, elements, parts);
  std::vector<Scope> scopes;
  for (std::int64_t i = 0; i < count; ++i) {
    scopes.push_back(narrowed(step, parts[index(i)], elements, scope));
    scopes.back().chunk = static_cast<std::int32_t>(i);
  }
  if (options_.order.value_or(step.order) == IssueOrder::depth_first) {
    for (const Scope& each : scopes) run_steps(step.steps, step.issue_order, each);
  } else {
    for (const std::size_t i : step.issue_order) {
      for (const Scope& each : scopes) run_step(step.steps[i], step.steps, each);
    }
  }
  values_.set(LoopVariable::chunks, around);
  set_scope(scope);
}

// As equal as whole elements allow: the first ones get one more.
std::vector<Expander::Share> Expander::shares(const ProgramStep& step, std::int64_t count) {
  const std::int64_t elements =
      step.elements ? values_.whole(*step.elements, 1, most_elements) : BufferSpan::whole;
  std::vector<Share> all;
  for (std::int64_t i = 0, first = 0; i < count; ++i) {
    const std::int64_t size = elements / count + (i < elements % count ? 1 : 0);
    all.push_back({first, size});
    first += size;
  }
  return all;
}

// Weights average to 1 over all elements, so that the whole keeps its time.
void Expander::weigh(const ProgramStep& step, std::int64_t elements, std::vector<Share>& parts) {
  if (step.profile.empty() && !step.weight) return;
  const auto bins = static_cast<double>(step.profile.size());
  const auto until = [&](std::int64_t element) {  // the profile, summed up to there
    const double at = bins * static_cast<double>(element) / static_cast<double>(elements);
    double sum = 0.0;
    for (double bin = 0; bin < at; ++bin) {
      sum += step.profile[static_cast<std::size_t>(bin)] * std::min(1.0, at - bin);
    }
    return sum;
  };
  double total = 0.0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Share& part = parts[i];
    if (step.weight) {
      values_.set(LoopVariable::chunk, static_cast<std::int64_t>(i));
      values_.set(LoopVariable::first, part.first);
      values_.set(LoopVariable::size, part.size);
      part.weight = values_.evaluate(*step.weight).real();
      if (!(part.weight >= 0.0) || !std::isfinite(part.weight)) {
        throw FormulaError{&*step.weight, {"a weight is 0 or more", {}, 0, 1}};
      }
    } else {
      const double sum = until(part.first + part.size) - until(part.first);
      part.weight = sum * static_cast<double>(elements) / (bins * static_cast<double>(part.size));
    }
    total += part.weight * static_cast<double>(part.size);
  }
  if (total <= 0.0) return;
  for (Share& part : parts) part.weight *= static_cast<double>(elements) / total;
}

Expander::Scope Expander::narrowed(const ProgramStep& step, const Share& share,
                                   std::int64_t elements, const Scope& scope) {
  Scope inner = scope;
  inner.weight *= share.weight;
  if (!step.elements && step.split.empty()) return inner;
  inner.fraction *= static_cast<double>(share.size) / static_cast<double>(elements);
  inner.first = scope.first + share.first;
  inner.size = share.size;
  const BufferSpan around = step.split.empty() ? BufferSpan{} : span_of(step.split.front(), scope);
  const double scale =
      static_cast<double>(around.end - around.begin) / static_cast<double>(elements);
  const auto at = [&](std::int64_t element) {
    return around.begin + static_cast<std::int64_t>(scale * static_cast<double>(element));
  };
  const std::int64_t end = share.first + share.size;
  inner.parts.push_back({&step.split, {at(share.first), end == elements ? around.end : at(end)}});
  return inner;
}

void Expander::run_each_device(const ProgramStep& step, const Scope& scope) {
  const auto devices = static_cast<std::int64_t>(machine_.gpus.size());
  const std::int64_t elements =
      step.elements ? values_.whole(*step.elements, 1, most_elements) : BufferSpan::whole;
  if (devices > elements) {
    fault("chunks-too-many", step,
          std::to_string(devices) + " devices for " + std::to_string(elements) + " elements");
    return;
  }
  const std::vector<Share> parts = shares(step, devices);
  for (std::int64_t i = 0; i < devices; ++i) {
    Scope inner = narrowed(step, parts[index(i)], elements, scope);
    inner.device = static_cast<int>(i);
    run_steps(step.steps, step.issue_order, inner);
  }
  set_scope(scope);
}

}  // namespace gpumodel
