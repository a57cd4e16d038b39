#include "src/view/validate/why_json.hpp"

#include "src/view/validate/why.hpp"

namespace gpumodel {
namespace {

struct StepOf {
  const Waterfall& why;
  const WaterfallStep& step;
};

const Object<StepOf>& step_object() {
  static const Object<StepOf> table(
      "step", "An input of the machine model that counters tell.",
      {
          {"input", "", [](auto& s) { return s.step.input; }},
          {"counted", "false: the point does not tell, the time is that of the step before",
           [](auto& s) { return s.step.counted; }},
          {"time_s",
           "s; with this input counted and all before it",
           [](auto& s) { return s.step.time_s; },
           {.above = 0}},
          {"relative_error",
           "(time_s - measured) / measured",
           [](auto& s) { return s.why.relative(s.step.time_s); },
           {.below_zero = true}},
          {"bound", "limiting leaf term", [](auto& s) { return s.step.bound; }},
      });
  return table;
}

const Waterfall& waterfall_of(const PointOf& p) {
  return *p.judged.prediction.why;
}

std::optional<CountedInput> largest_step(const PointOf& p) {
  const std::optional<std::size_t> largest = waterfall_of(p).largest();
  return largest ? std::optional(waterfall_of(p).steps[*largest].input) : std::nullopt;
}

std::vector<StepOf> steps_of(const PointOf& p) {
  std::vector<StepOf> all;
  for (const WaterfallStep& step : waterfall_of(p).steps) all.push_back({waterfall_of(p), step});
  return all;
}

// A row of a summary, with the input it is about.
struct RowOf {
  const WaterfallSummary& summary;
  const WaterfallRow& row;
  CountedInput input{};
};

const Object<RowOf>& errors_object() {
  static const Object<RowOf> table(
      "errors", "",
      {
          {"mape", "mean absolute relative error",
           [](auto& r) { return only_if(r.summary.points > 0, r.row.mape); }},
          {"median_ape", "its median",
           [](auto& r) { return only_if(r.summary.points > 0, r.row.median_ape); }},
      });
  return table;
}

const Object<RowOf>& summary_step() {
  static const Object<RowOf> table(
      "summary_step", "",
      {
          {"input", "", &RowOf::input},
          {"counted", "points that tell it", [](auto& r) { return r.row.counted; }},
          {errors_object, std::identity{}},
      });
  return table;
}

std::vector<RowOf> summary_steps(const WaterfallSummary& summary) {
  std::vector<RowOf> all;
  for (std::size_t i = 0; i < summary.steps.size(); ++i) {
    all.push_back({summary, summary.steps[i], all_counted_inputs[i]});
  }
  return all;
}

Field<WaterfallSummary> points_by(ErrorCause cause) {
  return {to_string(cause), "",
          [cause](auto& summary) { return summary.causes[static_cast<std::size_t>(cause)]; }};
}

const Object<WaterfallSummary>& causes_object() {
  static const Object<WaterfallSummary> table(
      "causes", "points by cause",
      {points_by(ErrorCause::small), points_by(ErrorCause::input), points_by(ErrorCause::equation),
       points_by(ErrorCause::hidden)});
  return table;
}

const Object<WaterfallSummary>& summary_object() {
  static const Object<WaterfallSummary> table(
      "summary", "",
      {
          {"points", "", &WaterfallSummary::points},
          {"predicted", "errors before any step", errors_object,
           [](auto& summary) {
             return RowOf{summary, summary.predicted};
           }},
          {"steps", "errors after each", summary_step, summary_steps},
          {"causes", "", causes_object, std::identity{}},
      });
  return table;
}

}  // namespace

const Object<PointOf>& waterfall_object() {
  static const Object<PointOf> table(
      "waterfall",
      "Counted inputs in place of predicted ones, each on top of those before; null: not asked "
      "for, "
      "or nothing counted.",
      {
          {"cause",
           "small: within the tolerance before and after; input: counted inputs at least halve the "
           "error; equation: they do not; hidden: within the tolerance only with wrong inputs",
           [](auto& p) { return waterfall_of(p).cause(p.answer.tolerance); }},
          {"largest", "the step that moves the time most; null: none by half a percent",
           largest_step},
          {"steps", "", step_object, steps_of},
      });
  return table;
}

const Object<ValidateAnswer>& why_object() {
  static const Object<ValidateAnswer> table(
      "why", "--why over all points that have it; null: not asked for.",
      {
          {summary_object, why_summary},
          {"worst", "indices into records, the largest error first",
           [](auto& answer) { return worst_explained(answer, worst_told); }},
      });
  return table;
}

}  // namespace gpumodel
