// Recorded bars of accuracy: what a model reached once, it must not lose again.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/validation/point_sets.hpp"

namespace gpumodel {

// The model that bars of counters are kept under; their sets are the ids of counters.
inline constexpr std::string_view counter_bars = "counters";

struct Bar {
  std::string model, set, quantity;  // "roofline", "openacc", "mape"
  double limit = 0.0;
};

struct BarResult {
  Bar bar;
  std::optional<double> value;  // none: nothing to judge
  bool held = false;
};

// A bar against the value of now.
BarResult judged_bar(const Bar& bar, std::optional<double> value);
// A value as a bar, rounded to the safe side at the third decimal.
Bar bar_at(std::string model, std::string set, std::string quantity, double value);

// Names of quantities of a model, and of a counter.
std::vector<std::string> bar_quantities(std::string_view model);
// "all", the backends and the sets of the suite; or the ids of counters that are judged.
std::vector<std::string> bar_sets(std::string_view model, std::span<const JudgedPoint> points,
                                  std::span<const PointSet> sets);

// Errors must stay at most at the bar, shares and numbers of points at least. A bar of something
// that is not there any more is not held.
std::vector<BarResult> judged_bars(std::span<const Bar> bars, std::span<const JudgedPoint> points);

// The errors of now as bars.
std::vector<Bar> bars_of(std::span<const JudgedPoint> points, std::span<const PointSet> sets);

}  // namespace gpumodel
