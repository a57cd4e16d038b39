#include "models/validation/error_quantities.hpp"

#include <algorithm>
#include <array>

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

}  // namespace

std::vector<std::string> error_quantities() {
  std::vector<std::string> names;
  for (const ErrorQuantity& row : quantities) names.emplace_back(row.name);
  return names;
}

std::optional<double> error_quantity(std::string_view name, const ErrorStatistics& errors) {
  const auto row = std::ranges::find(quantities, name, &ErrorQuantity::name);
  if (row == quantities.end() || errors.n == 0) return std::nullopt;
  return row->of(errors);
}

bool is_at_most(std::string_view quantity) {
  if (quantity == sweep_loss_quantity) return true;
  const auto row = std::ranges::find(quantities, quantity, &ErrorQuantity::name);
  return row != quantities.end() && row->at_most;
}

}  // namespace gpumodel
