#include "models/validation/program_judge.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace gpumodel {
namespace {

constexpr std::size_t fewest_of_a_sweep = 3;

PointVerdict verdict_of(const JudgedProgram& judged, double tolerance) {
  if (const auto verdict = verdict_without_time(judged.point.status)) return *verdict;
  if (!judged.prediction.time_s) return PointVerdict::not_predicted;
  if (!judged.doubts.empty()) return PointVerdict::inconclusive;
  return std::abs(*judged.relative_error()) <= tolerance ? PointVerdict::ok : PointVerdict::outside;
}

std::optional<double> error_of(const std::optional<double>& predicted, const ProgramPoint& point) {
  if (!predicted || !point.time) return std::nullopt;
  return *predicted / point.time->median_s - 1.0;
}

ChunkSweep sweep_of(std::span<const JudgedProgram> points, const std::vector<std::size_t>& among) {
  const auto measured = [&](std::size_t i) { return points[i].point.time->median_s; };
  const auto predicted = [&](std::size_t i) { return *points[i].prediction.time_s; };
  const std::size_t best = *std::ranges::min_element(among, {}, measured);
  const std::size_t chosen = *std::ranges::min_element(among, {}, predicted);
  return {among.front(),  among.size(),    *points[best].point.chunks, *points[chosen].point.chunks,
          measured(best), measured(chosen)};
}

}  // namespace

std::optional<double> JudgedProgram::relative_error() const {
  return error_of(prediction.time_s, point);
}

std::optional<double> JudgedProgram::textbook_error() const {
  return error_of(prediction.textbook_s, point);
}

JudgedProgram judge(ProgramPoint point, ProgramPrediction prediction, double tolerance) {
  JudgedProgram judged{std::move(point), 0, std::move(prediction), {}, {}};
  if (judged.point.time) {
    judged.doubts =
        doubts_about(*judged.point.time, judged.point.throttle, judged.point.other_processes);
  }
  judged.verdict = verdict_of(judged, tolerance);
  return judged;
}

std::vector<PredictedAndMeasured> pairs_of(std::span<const JudgedProgram> points,
                                           ProgramTime which) {
  std::vector<PredictedAndMeasured> pairs;
  for (const JudgedProgram& judged : points) {
    const ProgramPrediction& p = judged.prediction;
    const std::optional<double>& time = which == ProgramTime::timeline ? p.time_s : p.textbook_s;
    if (!time || !judged.point.time) continue;
    const bool exact = which == ProgramTime::textbook;
    pairs.push_back({*time, exact ? *time : p.low_s, exact ? *time : p.high_s,
                     judged.point.time->median_s, std::nullopt});
  }
  return pairs;
}

std::vector<ProgramSetRow> rows_by_set(std::span<const JudgedProgram> points) {
  std::vector<ProgramSetRow> rows;
  std::map<std::string, std::vector<JudgedProgram>> members;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::string& set = points[i].point.set;
    auto row = std::ranges::find(rows, set, &ProgramSetRow::set);
    if (row == rows.end()) row = rows.insert(rows.end(), {set, 0, {}, {}, {}});
    ++row->points;
    members[set].push_back(points[i]);
    const auto error = points[i].relative_error();
    if (!error) continue;
    if (!row->worst || std::abs(*error) > std::abs(*points[*row->worst].relative_error())) {
      row->worst = i;
    }
  }
  for (ProgramSetRow& row : rows) {
    row.errors = error_statistics(pairs_of(members[row.set]));
    row.textbook = error_statistics(pairs_of(members[row.set], ProgramTime::textbook));
  }
  return rows;
}

std::vector<ChunkSweep> chunk_sweeps(std::span<const JudgedProgram> points) {
  std::vector<std::string> order;
  std::map<std::string, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!points[i].point.chunks || !points[i].relative_error()) continue;
    ProgramPoint without = points[i].point;
    without.chunks.reset();
    const std::string name = std::to_string(points[i].run) + " " + identity(without);
    std::vector<std::size_t>& group = groups[name];
    if (group.empty()) order.push_back(name);
    group.push_back(i);
  }
  std::vector<ChunkSweep> sweeps;
  for (const std::string& name : order) {
    const std::vector<std::size_t>& group = groups[name];
    if (group.size() >= fewest_of_a_sweep) sweeps.push_back(sweep_of(points, group));
  }
  return sweeps;
}

}  // namespace gpumodel
