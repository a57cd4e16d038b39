#include "src/app/tune/tune.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "src/app/common/parallel.hpp"
#include "src/app/predict/predict.hpp"
#include "src/app/sweep/run.hpp"
#include "src/diagnostics/refuse_call.hpp"

namespace gpumodel {
namespace {

// Beyond it no ratio's interval reaches 1, and so many are compared at most.
constexpr double widest_tie = 1.25;
constexpr std::size_t most_compared = 48;

bool varies(const std::string& definition) {
  const std::size_t equals = definition.find('=');
  return definition.find(',', equals) != std::string::npos ||
         definition.find("..", equals) != std::string::npos;
}

bool gives_values(const SweepAsk& ask) {
  return std::ranges::any_of(ask.definitions, varies) || !ask.threads.empty() ||
         !ask.registers.empty() || !ask.streams.empty() || !ask.chunks.empty();
}

// The launch as it stands, at the sizes that were asked for.
std::optional<SweepPoint> default_point(const SweepAsk& ask, std::string& why_not) {
  SweepAsk alone = ask;
  std::erase_if(alone.definitions, varies);
  alone.threads.clear();
  alone.registers.clear();
  alone.streams.clear();
  alone.chunks.clear();
  alone.where.clear();
  const SweepPlan plan(std::move(alone));
  SweepPredictor predictor(plan);
  std::vector<SweepPoint> points;
  predictor.add(0, points);
  why_not = points.front().reason;
  if (!points.front().time) return std::nullopt;
  return std::move(points.front());
}

void predict_all(TuneAnswer& answer, std::size_t threads) {
  const SweepPlan& plan = *answer.plan;
  run_sweep(plan, {.threads = threads,
                   .from = plan.first(),
                   .prepare = [](SweepGroup&) {},
                   .take =
                       [&](const SweepGroup& group) {
                         for (const SweepPoint& point : group.points) {
                           if (!point.time) {
                             ++answer.impossible;
                             if (answer.first_reason.empty()) answer.first_reason = point.reason;
                           } else if (answer.now && !same_work(answer.now->work, point.work)) {
                             ++answer.other_work;
                           } else {
                             answer.points.push_back(point);
                           }
                         }
                         return true;
                       }});
  std::ranges::stable_sort(answer.points, {}, [](const SweepPoint& p) { return p.time->value.si; });
}

// How far the ratio of two times may be off: numbers of the device hold for both.
double ratio_width(const Sensitivities& a, const Sensitivities& b) {
  std::map<const Source*, double> exponents;
  const auto exponent = [](const Sensitivity& one) {
    return std::log1p(one.change) / std::log(1.01);
  };
  for (const Sensitivity& one : a.numbers) exponents[one.source] += exponent(one);
  for (const Sensitivity& one : b.numbers) exponents[one.source] -= exponent(one);
  double width = 0.0;
  for (const auto& [source, power] : exponents) {
    width += std::abs(power) * std::log(std::max(1.0, source->factor));
  }
  return width;
}

void find_plateau(TuneAnswer& answer, std::size_t threads) {
  const double best = answer.best().time->value.si;
  std::size_t count = 0;
  while (count < std::min(most_compared, answer.points.size()) &&
         answer.points[count].time->value.si <= widest_tie * best) {
    ++count;
  }
  std::vector<Sensitivities> of(count);
  const bool alone = !answer.plan->overlaps();  // copies hang on other numbers besides
  if (alone) {
    in_parallel(
        count,
        [&](std::size_t i) {
          of[i] = SweepPredictor(*answer.plan).sensitivities_of(answer.points[i]);
        },
        threads);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const double ratio = answer.points[i].time->value.si / best;
    const double width = alone && i > 0 ? std::exp(ratio_width(of[0], of[i])) : 1.0;
    const Tie tie{i, ratio, ratio / width, ratio * width, ratio / width <= 1.0};
    if (tie.by_interval || ratio <= 1.0 + launch_resolution) answer.plateau.push_back(tie);
  }
}

bool is_at(const SweepPlan& plan, const SweepPoint& point, const std::vector<Number>& values) {
  return std::ranges::equal(point.values, values,
                            [](Number a, Number b) { return compare(a, b) == 0; }) &&
         point.values.size() == plan.axes().size();
}

// The values of the axes in the launch as it stands; nothing for those it does not state.
std::vector<std::optional<Number>> values_now(const TuneAnswer& answer) {
  const SweepPlan& plan = *answer.plan;
  const Kernel& kernel = plan.ask().kernel->kernel;
  std::vector<std::optional<Number>> overrides(kernel.parameters.size());
  std::vector<std::optional<Number>> all(plan.axes().size());
  std::vector<Number> values;
  for (const SweepAxis& axis : plan.axes()) {
    if (axis.kind == SweepAxis::Kind::parameter && axis.values.is_single()) {
      overrides[axis.parameter] = axis.values.at(0);
    }
  }
  evaluate_parameters(kernel, overrides, values);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const SweepAxis& axis = plan.axes()[i];
    if (axis.kind == SweepAxis::Kind::parameter) all[i] = values[axis.parameter];
    if (axis.kind == SweepAxis::Kind::threads) {
      all[i] = Number::integer(launch_shape(kernel, values).threads_per_block());
    }
    if (axis.kind == SweepAxis::Kind::registers && kernel.launch->registers_per_thread) {
      all[i] = Number::integer(*launch_shape(kernel, values).registers_per_thread);
    }
  }
  return all;
}

// The default stays where no other is known to be faster by more than noise; else the fastest.
void choose(TuneAnswer& answer, const std::vector<std::optional<Number>>& now) {
  std::vector<Number> values;
  for (const auto& value : now) {
    if (!value) return;
    values.push_back(*value);
  }
  for (const Tie& tie : answer.plateau) {
    if (tie.ratio > 1.0 + launch_resolution) continue;
    if (is_at(*answer.plan, answer.points[tie.point], values)) answer.chosen = tie.point;
  }
}

void find_worth(TuneAnswer& answer, const std::vector<std::optional<Number>>& now) {
  const double best = answer.best().time->value.si;
  for (std::size_t axis = 0; axis < answer.plan->axes().size(); ++axis) {
    const ValueList& values = answer.plan->axes()[axis].values;
    if (values.is_single()) continue;
    std::map<double, double> best_with;  // by value of the axis
    for (const SweepPoint& point : answer.points) {
      double& least = best_with.try_emplace(point.values[axis].real(), 1e300).first->second;
      least = std::min(least, point.time->value.si);
    }
    AxisWorth worth{.axis = axis, .best = answer.choice().values[axis], .now = now[axis]};
    for (const auto& [value, least] : best_with) {
      worth.spread = std::max(worth.spread, least / best);
      if (now[axis] && now[axis]->real() == value) worth.gain = least / best;
    }
    answer.worth.push_back(worth);
  }
}

// What the search did not go through itself: registers, and copies in streams.
void look_beyond(TuneAnswer& answer, bool streams) {
  const SweepPlan& plan = *answer.plan;
  const SweepPoint& choice = answer.choice();
  PredictAsk ask;
  ask.kernel = plan.kernel_for(choice.values);
  ask.overrides = plan.overrides(choice.values);
  ask.way = plan.ask().way;
  ask.device = plan.ask().devices.front();
  ask.model = plan.ask().model;
  ask.cache = plan.ask().cache;
  ask.work = plan.ask().work;
  constexpr int streams_of_copies = 3;  // in, kernel, out
  const bool sustained = ask.model->ceiling == Ceiling::sustained;
  if (streams && sustained && choice.fits) ask.streams = streams_of_copies;
  const PredictAnswer made = predict(std::move(ask));
  answer.overlap = made.overlap;
  if (!plan.ask().registers.empty()) return;
  for (const LaunchChange& change :
       launch_changes(*plan.ask().model, made.asked.question, made.prediction,
                      plan.overrides(choice.values))) {
    if (change.what == "registers per thread") answer.fewer_registers = change;
  }
}

}  // namespace

std::optional<double> TuneAnswer::loss() const {
  if (!now) return std::nullopt;
  return now->time->value.si / choice().time->value.si - 1.0;
}

TuneAnswer tune(TuneAsk ask) {
  TuneAnswer answer;
  answer.found_values = !gives_values(ask.sweep);
  if (answer.found_values) find_launches(ask.sweep);
  std::string why_not;
  answer.now = default_point(ask.sweep, why_not);
  constexpr std::uint64_t most_launches = 100'000;
  if (ask.sweep.most_points == usual_most_points) ask.sweep.most_points = most_launches;
  if (answer.found_values && ask.sweep.where.empty() && ask.sweep.kernel->kernel.launch) {
    ask.sweep.where = "threads >= 32 && threads <= 1024";
    for (const Parameter& parameter : ask.sweep.kernel->kernel.parameters) {
      // There the condition would be about that parameter: a block of one dimension needs none.
      if (parameter.name == "threads") ask.sweep.where.clear();
    }
  }
  answer.plan = std::make_unique<const SweepPlan>(std::move(ask.sweep));
  const auto& axes = answer.plan->axes();
  if (std::ranges::all_of(axes, [](const SweepAxis& axis) { return axis.values.is_single(); })) {
    refuse_call("usage", "there is nothing to choose", {"give values: bx=32..256:x2 by=1..8:x2"});
  }
  predict_all(answer, ask.threads);
  if (answer.points.empty()) {
    throw InputError{{{.id = "point-without-time",
                       .message = "no launch of those can run: " + answer.first_reason,
                       .hints = {"try other values"}}}};
  }
  find_plateau(answer, ask.threads);
  const std::vector<std::optional<Number>> now = values_now(answer);
  choose(answer, now);
  find_worth(answer, now);
  look_beyond(answer, ask.streams && !answer.plan->overlaps());
  return answer;
}

}  // namespace gpumodel
