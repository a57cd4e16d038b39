// Sets of points: what errors are summed up over, and which points do not count, because
// calibration measured the same loop and a model that reads it back proves nothing.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/validation/judge.hpp"

namespace gpumodel {

// The set of all points that count. Those of a backend that count are a set called as it is.
inline constexpr std::string_view all_points = "all";

// Points of written kernels of which a compiler made something else. They count.
inline constexpr std::string_view changed_by_compiler = "changed-by-compiler";

// Points that have all of this.
struct SetMembers {
  std::vector<std::string> kernels;       // ids; empty: all
  std::vector<BackendKind> backends;      // empty: all
  std::optional<double> under_s, over_s;  // of the measured time

  bool have(const Point& point) const;
};

struct PointSet {
  std::string name, summary;
  bool counts = true;
  std::vector<SetMembers> members;  // points of one of these
};

// Tells a point its sets. One that does not count is in no set that does.
void assign_sets(JudgedPoint& judged, std::span<const PointSet> sets);

// `set`: all_points, a backend, or one of the point's own.
bool is_in_set(const JudgedPoint& judged, std::string_view set);
// Names that a set has by itself.
std::vector<std::string> built_in_sets();

// Prediction and measurement of the points of a set that have both.
std::vector<PredictedAndMeasured> pairs_in(std::string_view set,
                                           std::span<const JudgedPoint> points, const Model& model);

struct PointSetRow {
  std::string set, summary;
  bool counts = true;
  std::size_t points = 0;  // measured or not
  ErrorStatistics errors;
};
// In the order of the sets; those without points are left out.
std::vector<PointSetRow> rows_by_set(std::span<const JudgedPoint> points,
                                     std::span<const PointSet> sets, const Model& model);

}  // namespace gpumodel
