#include "models/validation/point_sets.hpp"

#include <algorithm>

namespace gpumodel {
namespace {

template <class Value>
bool is_among(const std::vector<Value>& all, const Value& value) {
  return all.empty() || std::ranges::find(all, value) != all.end();
}

bool holds(const PointSet& set, const Point& point) {
  return std::ranges::any_of(set.members, [&](const SetMembers& m) { return m.have(point); });
}

std::vector<std::string> names_of(const Point& point, std::span<const PointSet> sets, bool count) {
  std::vector<std::string> names;
  for (const PointSet& set : sets) {
    if (set.counts == count && holds(set, point)) names.push_back(set.name);
  }
  return names;
}

}  // namespace

bool SetMembers::have(const Point& point) const {
  if (!is_among(kernels, point.kernel) || !is_among(backends, point.backend)) return false;
  if (!under_s && !over_s) return true;
  if (!point.time) return false;
  const double measured = point.time->median_s;
  return (!under_s || measured < *under_s) && (!over_s || measured > *over_s);
}

void assign_sets(JudgedPoint& judged, std::span<const PointSet> sets) {
  judged.sets = names_of(judged.point, sets, false);
  judged.counts = judged.sets.empty();
  if (judged.counts) judged.sets = names_of(judged.point, sets, true);
}

bool is_in_set(const JudgedPoint& judged, std::string_view set) {
  if (set == all_points || set == to_string(judged.point.backend)) return judged.counts;
  return std::ranges::find(judged.sets, set) != judged.sets.end();
}

std::vector<std::string> built_in_sets() {
  std::vector<std::string> names = {std::string(all_points)};
  for (const BackendKind backend : all_backends) names.emplace_back(to_string(backend));
  return names;
}

std::vector<PredictedAndMeasured> pairs_in(std::string_view set,
                                           std::span<const JudgedPoint> points,
                                           const Model& model) {
  std::vector<PredictedAndMeasured> pairs;
  for (const JudgedPoint& judged : points) {
    if (!is_in_set(judged, set)) continue;
    if (const auto pair = pair_of(judged, model)) pairs.push_back(*pair);
  }
  return pairs;
}

std::vector<PointSetRow> rows_by_set(std::span<const JudgedPoint> points,
                                     std::span<const PointSet> sets, const Model& model) {
  std::vector<PointSetRow> rows;
  for (const PointSet& set : sets) {
    const auto members = std::ranges::count_if(
        points, [&](const JudgedPoint& judged) { return is_in_set(judged, set.name); });
    if (members == 0) continue;
    rows.push_back({set.name, set.summary, set.counts, static_cast<std::size_t>(members),
                    error_statistics(pairs_in(set.name, points, model))});
  }
  return rows;
}

}  // namespace gpumodel
