#include "models/validation/waterfall.hpp"

#include <algorithm>
#include <cmath>

#include "models/time/machine/machine_model.hpp"
#include "models/validation/error_statistics.hpp"

namespace gpumodel {
namespace {

constexpr double least_move = 0.005;
constexpr double most_left = 0.5;  // of an error that wrong inputs explain

double log_ratio(double a, double b) {
  return std::abs(std::log(a / b));
}

WaterfallStep evaluated(const MachineInputs& inputs, TermTree& tree) {
  tree.clear();
  const TermId kernel = machine_kernel(tree, inputs.demand, inputs.gpu);
  return {.time_s = tree[kernel].time.value.si, .bound = tree[tree.limiter(kernel)].name};
}

WaterfallRow row_of(std::span<const Waterfall* const> all, std::size_t step) {
  WaterfallRow row;
  std::vector<double> errors;
  for (const Waterfall* one : all) {
    const double time = one->before(step);
    errors.push_back(std::abs(one->relative(time)));
    row.mape += errors.back() / static_cast<double>(all.size());
    if (step > 0 && one->steps[step - 1].counted) ++row.counted;
  }
  row.median_ape = median_of(errors);
  return row;
}

}  // namespace

std::string_view to_string(ErrorCause cause) {
  constexpr std::array<std::string_view, 4> names = {"small", "input", "equation", "hidden"};
  return names[static_cast<std::size_t>(cause)];
}

ErrorCause Waterfall::cause(double tolerance) const {
  const double least = std::log(1.0 + tolerance);
  const double first = log_ratio(predicted_s, measured_s);
  const double last = log_ratio(steps.back().time_s, measured_s);
  if (first <= least) return last <= least ? ErrorCause::small : ErrorCause::hidden;
  return last <= most_left * first ? ErrorCause::input : ErrorCause::equation;
}

std::optional<std::size_t> Waterfall::largest() const {
  std::optional<std::size_t> found;
  double most = least_move;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const double move = log_ratio(steps[i].time_s, before(i));
    if (move < most) continue;
    most = move;
    found = i;
  }
  return found;
}

std::optional<Waterfall> waterfall(const Question& question, const Prediction& prediction,
                                   const Point& point, std::span<const CounterCheck> checks) {
  if (!point.time || !point.counters || point.counters->empty() || !prediction.analysis) {
    return std::nullopt;
  }
  TermTree tree;
  MachineInputs inputs{machine_demand(question, prediction), *question.gpu};
  WaterfallStep now = evaluated(inputs, tree);
  Waterfall result{now.time_s, point.time->median_s, {}};
  for (const CountedInput input : all_counted_inputs) {
    const bool counted = put_counted(input, point, checks, inputs);
    if (counted) now = evaluated(inputs, tree);
    now.input = input;
    now.counted = counted;
    result.steps.push_back(now);
  }
  return result;
}

WaterfallSummary summary_of(std::span<const Waterfall* const> all, double tolerance) {
  WaterfallSummary summary;
  summary.points = all.size();
  if (all.empty()) return summary;
  summary.predicted = row_of(all, 0);
  for (std::size_t i = 0; i < all_counted_inputs.size(); ++i) {
    summary.steps.push_back(row_of(all, i + 1));
  }
  for (const Waterfall* one : all) {
    ++summary.causes[static_cast<std::size_t>(one->cause(tolerance))];
  }
  return summary;
}

}  // namespace gpumodel
