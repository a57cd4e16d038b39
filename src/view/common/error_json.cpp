#include "src/view/common/error_json.hpp"

namespace gpumodel {
namespace {

constexpr auto of_points(double ErrorStatistics::*number) {
  return [number](const ErrorStatistics& errors) { return only_if(errors.n > 0, errors.*number); };
}

}  // namespace

const Object<ErrorStatistics>& statistics_object() {
  static const Object<ErrorStatistics> table(
      "statistics", "Errors over many points; null where there are none.",
      {
          {"n", "points with a prediction and a measurement", &ErrorStatistics::n},
          {"mape", "mean absolute relative error", of_points(&ErrorStatistics::mape)},
          {"median_ape", "median absolute relative error", of_points(&ErrorStatistics::median_ape)},
          {"max_ape", "largest absolute relative error", of_points(&ErrorStatistics::max_ape)},
          {"median_abs_log_ratio", "median of |ln(predicted / measured)|",
           of_points(&ErrorStatistics::median_abs_log_ratio)},
          {"bias",
           "mean relative error, signed",
           of_points(&ErrorStatistics::bias),
           {.below_zero = true}},
          {"within_10pct", "share of points", of_points(&ErrorStatistics::within_10pct),
           zero_to_one},
          {"within_25pct", "share of points", of_points(&ErrorStatistics::within_25pct),
           zero_to_one},
          {"interval_coverage", "share of points whose measurement lies in the predicted interval",
           of_points(&ErrorStatistics::interval_coverage), zero_to_one},
          {"limiter_agreement",
           "share of the points with counters whose limiter they confirm; null: there are none",
           &ErrorStatistics::limiter_agreement, zero_to_one},
      });
  return table;
}

const Object<BarResult>& bar_object() {
  static const Object<BarResult> table(
      "bar", "",
      {
          {"model", "", [](auto& result) { return result.bar.model; }},
          {"set", "", [](auto& result) { return result.bar.set; }},
          {"quantity", "", [](auto& result) { return result.bar.quantity; }},
          {"bar", "", [](auto& result) { return result.bar.limit; }, {.below_zero = true}},
          {"value", "null: nothing to judge any more", &BarResult::value, {.below_zero = true}},
          {"held", "", &BarResult::held},
      });
  return table;
}

const Object<FieldMatch>& match_object() {
  static const Object<FieldMatch> table("device_field", "Device file against device.",
                                        {
                                            {"field", "", &FieldMatch::field},
                                            {"stated", "by the file", &FieldMatch::stated},
                                            {"found", "by the driver", &FieldMatch::found},
                                            {"matches", "", &FieldMatch::matches},
                                        });
  return table;
}

}  // namespace gpumodel
