#include "models/validation/bars.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace gpumodel {
namespace {

struct ErrorQuantity {
  std::string_view name;
  bool at_most;
  double (*of)(const ErrorStatistics&);
};

constexpr auto quantities = std::to_array<ErrorQuantity>({
    {"n", false, [](const ErrorStatistics& e) { return static_cast<double>(e.n); }},
    {"mape", true, [](const ErrorStatistics& e) { return e.mape; }},
    {"median_ape", true, [](const ErrorStatistics& e) { return e.median_ape; }},
    {"max_ape", true, [](const ErrorStatistics& e) { return e.max_ape; }},
    {"median_abs_log_ratio", true, [](const ErrorStatistics& e) { return e.median_abs_log_ratio; }},
    {"within_10pct", false, [](const ErrorStatistics& e) { return e.within_10pct; }},
    {"within_25pct", false, [](const ErrorStatistics& e) { return e.within_25pct; }},
    {"interval_coverage", false, [](const ErrorStatistics& e) { return e.interval_coverage; }},
});

// Of a counter: what is known of it beside the quantities of a model.
constexpr auto of_counters = std::to_array<std::string_view>({"n", "median_ape", "max_ape"});

bool is_at_most(std::string_view quantity) {
  const auto row = std::ranges::find(quantities, quantity, &ErrorQuantity::name);
  return row != quantities.end() && row->at_most;
}

bool in_set(const JudgedPoint& judged, std::string_view set) {
  return set == all_points || to_string(judged.point.backend) == set;
}

std::optional<double> counter_value(const Bar& bar, std::span<const JudgedPoint> points) {
  const std::vector<CounterRow> rows = rows_by_counter(points);
  const auto row = std::ranges::find(rows, bar.set, &CounterRow::id);
  if (row == rows.end()) return std::nullopt;
  if (bar.quantity == "n") return static_cast<double>(row->n);
  if (bar.quantity == "median_ape") return row->median;
  return bar.quantity == "max_ape" ? std::optional(row->worst) : std::nullopt;
}

std::optional<double> model_value(const Bar& bar, std::span<const JudgedPoint> points) {
  const Model* model = find_model(bar.model);
  const auto row = std::ranges::find(quantities, bar.quantity, &ErrorQuantity::name);
  if (model == nullptr || row == quantities.end()) return std::nullopt;
  std::vector<JudgedPoint> chosen;
  std::ranges::copy_if(points, std::back_inserter(chosen),
                       [&](const JudgedPoint& judged) { return in_set(judged, bar.set); });
  const ErrorStatistics errors = error_statistics(pairs_of(chosen, *model));
  return errors.n == 0 ? std::nullopt : std::optional(row->of(errors));
}

std::optional<double> value_of(const Bar& bar, std::span<const JudgedPoint> points) {
  return bar.model == counter_bars ? counter_value(bar, points) : model_value(bar, points);
}

double safe_side(double value, bool at_most) {
  const double thousandths = value * 1000.0;
  return (at_most ? std::ceil(thousandths) : std::floor(thousandths)) / 1000.0;
}

}  // namespace

std::vector<std::string> bar_quantities(std::string_view model) {
  std::vector<std::string> names;
  if (model == counter_bars) {
    names.assign(of_counters.begin(), of_counters.end());
  } else {
    for (const ErrorQuantity& row : quantities) names.emplace_back(row.name);
  }
  return names;
}

std::vector<std::string> bar_sets(std::string_view model, std::span<const JudgedPoint> points) {
  std::vector<std::string> sets;
  if (model == counter_bars) {
    for (const CounterRow& row : rows_by_counter(points)) {
      if (row.judged) sets.emplace_back(row.id);
    }
    return sets;
  }
  sets.emplace_back(all_points);
  for (const BackendKind backend : all_backends) sets.emplace_back(to_string(backend));
  return sets;
}

std::vector<BarResult> judged_bars(std::span<const Bar> bars, std::span<const JudgedPoint> points) {
  std::vector<BarResult> results;
  for (const Bar& bar : bars) {
    BarResult result{bar, value_of(bar, points), false};
    if (result.value) {
      result.held =
          is_at_most(bar.quantity) ? *result.value <= bar.limit : *result.value >= bar.limit;
    }
    results.push_back(std::move(result));
  }
  return results;
}

std::vector<Bar> bars_of(std::span<const JudgedPoint> points) {
  std::vector<std::string> owners;
  for (const Model& model : models()) owners.emplace_back(model.name);
  owners.emplace_back(counter_bars);
  std::vector<Bar> bars;
  for (const std::string& owner : owners) {
    for (const std::string& set : bar_sets(owner, points)) {
      for (const std::string& quantity : bar_quantities(owner)) {
        Bar bar{owner, set, quantity, 0.0};
        const std::optional<double> value = value_of(bar, points);
        if (!value) continue;
        bar.limit = safe_side(*value, is_at_most(quantity));
        bars.push_back(std::move(bar));
      }
    }
  }
  return bars;
}

}  // namespace gpumodel
