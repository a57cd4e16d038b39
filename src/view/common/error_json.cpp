#include "src/view/common/error_json.hpp"

namespace gpumodel {

Json statistics_json(const ErrorStatistics& errors) {
  const auto number = [&](double value) { return errors.n > 0 ? Json(value) : Json(nullptr); };
  return {{"n", errors.n},
          {"mape", number(errors.mape)},
          {"median_ape", number(errors.median_ape)},
          {"max_ape", number(errors.max_ape)},
          {"median_abs_log_ratio", number(errors.median_abs_log_ratio)},
          {"bias", number(errors.bias)},
          {"within_10pct", number(errors.within_10pct)},
          {"within_25pct", number(errors.within_25pct)},
          {"interval_coverage", number(errors.interval_coverage)},
          {"limiter_agreement", or_null(errors.limiter_agreement)}};
}

Json bars_json(std::span<const BarResult> bars) {
  Json all = Json::array();
  for (const BarResult& result : bars) {
    all.push_back({{"model", result.bar.model},
                   {"set", result.bar.set},
                   {"quantity", result.bar.quantity},
                   {"bar", result.bar.limit},
                   {"value", or_null(result.value)},
                   {"held", result.held}});
  }
  return all;
}

Json matches_json(std::span<const FieldMatch> found) {
  Json matches = Json::array();
  for (const FieldMatch& match : found) {
    matches.push_back({{"field", match.field},
                       {"stated", match.stated},
                       {"found", match.found},
                       {"matches", match.matches}});
  }
  return matches;
}

}  // namespace gpumodel
