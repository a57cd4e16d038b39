#include "src/view/validate/why_json.hpp"

#include "src/view/validate/why.hpp"

namespace gpumodel {
namespace {

Json step_json(const Waterfall& why, const WaterfallStep& step) {
  const bool counted = step.counted;
  return {{"input", to_string(step.input)},
          {"counted", counted},
          {"time_s", step.time_s},
          {"relative_error", why.relative(step.time_s)},
          {"bound", step.bound}};
}

Json row_json(const WaterfallRow& row, std::size_t points) {
  if (points == 0) return {{"mape", nullptr}, {"median_ape", nullptr}};
  return {{"mape", row.mape}, {"median_ape", row.median_ape}};
}

}  // namespace

Json waterfall_json(const JudgedPoint& judged, double tolerance) {
  const std::optional<Waterfall>& why = judged.prediction.why;
  if (!why) return nullptr;
  Json one = {{"cause", to_string(why->cause(tolerance))}};
  const std::optional<std::size_t> largest = why->largest();
  one["largest"] = largest ? Json(to_string(why->steps[*largest].input)) : Json(nullptr);
  one["steps"] = Json::array();
  for (const WaterfallStep& step : why->steps) one["steps"].push_back(step_json(*why, step));
  return one;
}

Json why_json(const ValidateAnswer& answer) {
  if (!answer.why) return nullptr;
  const WaterfallSummary summary = why_summary(answer);
  Json all = {{"points", summary.points},
              {"predicted", row_json(summary.predicted, summary.points)}};
  all["steps"] = Json::array();
  for (std::size_t i = 0; i < summary.steps.size(); ++i) {
    Json one = {{"input", to_string(all_counted_inputs[i])}, {"counted", summary.steps[i].counted}};
    one.update(row_json(summary.steps[i], summary.points));
    all["steps"].push_back(std::move(one));
  }
  for (std::size_t i = 0; i < summary.causes.size(); ++i) {
    all["causes"][std::string(to_string(static_cast<ErrorCause>(i)))] = summary.causes[i];
  }
  all["worst"] = worst_explained(answer, worst_told);
  return all;
}

}  // namespace gpumodel
