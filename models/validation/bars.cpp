#include "models/validation/bars.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "models/validation/error_quantities.hpp"

namespace gpumodel {
namespace {

// Of a counter: what is known of it beside the quantities of a model.
constexpr auto of_counters = std::to_array<std::string_view>({"n", "median_ape", "max_ape"});

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
  if (model == nullptr) return std::nullopt;
  return error_quantity(bar.quantity, error_statistics(pairs_in(bar.set, points, *model)));
}

std::optional<double> value_of(const Bar& bar, std::span<const JudgedPoint> points) {
  return bar.model == counter_bars ? counter_value(bar, points) : model_value(bar, points);
}

}  // namespace

std::vector<std::string> bar_quantities(std::string_view model) {
  if (model == counter_bars) return {of_counters.begin(), of_counters.end()};
  return error_quantities();
}

std::vector<std::string> bar_sets(std::string_view model, std::span<const JudgedPoint> points,
                                  std::span<const PointSet> sets) {
  if (model != counter_bars) {
    std::vector<std::string> names = built_in_sets();
    for (const PointSet& set : sets) names.push_back(set.name);
    return names;
  }
  std::vector<std::string> ids;
  for (const CounterRow& row : rows_by_counter(points)) {
    if (row.judged) ids.emplace_back(row.id);
  }
  return ids;
}

BarResult judged_bar(const Bar& bar, std::optional<double> value) {
  BarResult result{bar, value, false};
  if (value) result.held = is_at_most(bar.quantity) ? *value <= bar.limit : *value >= bar.limit;
  return result;
}

Bar bar_at(std::string model, std::string set, std::string quantity, double value) {
  const double thousandths = value * 1000.0;
  const double limit =
      (is_at_most(quantity) ? std::ceil(thousandths) : std::floor(thousandths)) / 1000.0;
  return {std::move(model), std::move(set), std::move(quantity), limit};
}

std::vector<BarResult> judged_bars(std::span<const Bar> bars, std::span<const JudgedPoint> points) {
  std::vector<BarResult> results;
  for (const Bar& bar : bars) results.push_back(judged_bar(bar, value_of(bar, points)));
  return results;
}

std::vector<Bar> bars_of(std::span<const JudgedPoint> points, std::span<const PointSet> sets) {
  std::vector<std::string> owners;
  for (const Model& model : models()) owners.emplace_back(model.name);
  owners.emplace_back(counter_bars);
  std::vector<Bar> bars;
  for (const std::string& owner : owners) {
    for (const std::string& set : bar_sets(owner, points, sets)) {
      for (const std::string& quantity : bar_quantities(owner)) {
        const std::optional<double> value = value_of({owner, set, quantity, 0.0}, points);
        if (value) bars.push_back(bar_at(owner, set, quantity, *value));
      }
    }
  }
  return bars;
}

}  // namespace gpumodel
