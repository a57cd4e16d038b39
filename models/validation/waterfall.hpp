// Is an input of the machine model wrong, or an equation? Predicted inputs of a point are replaced
// by counted ones, one after the other, each on top of those before. What error is left at the end
// is that of the equations, of the device's numbers and of inputs that nothing counts (latency
// chains, operations on atomics).
//
// Steps are not independent: where two inputs hide one another, the first to be replaced shows
// nothing. The sum over all steps does not depend on their order.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "models/time/predict.hpp"
#include "models/validation/counted_inputs.hpp"

namespace gpumodel {

enum class ErrorCause {
  small,     // within the tolerance, before and after
  input,     // counted inputs at least halve the error
  equation,  // they do not
  hidden     // within the tolerance only because wrong inputs make up for it
};
std::string_view to_string(ErrorCause cause);

struct WaterfallStep {
  CountedInput input{};
  bool counted = false;  // otherwise the time is that of the step before
  double time_s = 0.0;
  std::string_view bound{};  // the limiting leaf
};

struct Waterfall {
  double predicted_s = 0.0, measured_s = 0.0;
  std::vector<WaterfallStep> steps;  // of all_counted_inputs, in their order

  double error_before() const { return relative(predicted_s); }
  double error_after() const { return relative(steps.back().time_s); }
  double relative(double time_s) const { return (time_s - measured_s) / measured_s; }
  double before(std::size_t step) const { return step == 0 ? predicted_s : steps[step - 1].time_s; }
  ErrorCause cause(double tolerance) const;
  // The step that moves the time most; nothing where none moves it by half a percent.
  std::optional<std::size_t> largest() const;
};

// `prediction` is one of the machine model for this question. Nothing where the point was not timed
// or has no counters, or where its kernel states no accesses. Throws UnknownInput.
std::optional<Waterfall> waterfall(const Question& question, const Prediction& prediction,
                                   const Point& point, std::span<const CounterCheck> checks);

// Over many points.
struct WaterfallRow {
  std::size_t counted = 0;              // points that tell this input
  double mape = 0.0, median_ape = 0.0;  // of all points, after this step
};
struct WaterfallSummary {
  std::size_t points = 0;  // that have a waterfall; the rest means nothing where it is 0
  WaterfallRow predicted;  // before any step
  std::vector<WaterfallRow> steps;
  std::array<std::size_t, 4> causes{};  // points, by ErrorCause
};
WaterfallSummary summary_of(std::span<const Waterfall* const> all, double tolerance);

}  // namespace gpumodel
