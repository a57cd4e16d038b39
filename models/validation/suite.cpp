#include "models/validation/suite.hpp"

namespace gpumodel {
namespace {

// Each of `points` with each of the values; as they are where there are none.
template <class Value, class Set>
std::vector<ProgramPoint> with_each(const std::vector<ProgramPoint>& points,
                                    const std::vector<Value>& values, Set set) {
  if (values.empty()) return points;
  std::vector<ProgramPoint> all;
  for (const ProgramPoint& point : points) {
    for (const Value& value : values) {
      all.push_back(point);
      set(all.back(), value);
    }
  }
  return all;
}

}  // namespace

std::vector<std::vector<ParameterValue>> combinations(
    const std::vector<SuiteParameter>& parameters) {
  std::vector<std::vector<ParameterValue>> all(1);
  for (const SuiteParameter& parameter : parameters) {
    std::vector<std::vector<ParameterValue>> longer;
    for (const std::vector<ParameterValue>& set : all) {
      for (const Number value : parameter.values) {
        longer.push_back(set);
        longer.back().push_back({parameter.name, value});
      }
    }
    all = std::move(longer);
  }
  return all;
}

std::vector<ProgramPoint> points_of(const ProgramSuiteEntry& entry) {
  ProgramPoint first;
  first.set = entry.set;
  first.gpus = 0;  // as the program says
  std::vector<ProgramPoint> points = with_each(
      {first}, entry.programs, [](ProgramPoint& p, const std::string& name) { p.program = name; });
  points = with_each(points, combinations(entry.parameters),
                     [](ProgramPoint& p, const auto& values) { p.parameters = values; });
  points = with_each(points, entry.gpus, [](ProgramPoint& p, std::int64_t n) { p.gpus = n; });
  points = with_each(points, entry.orders, [](ProgramPoint& p, IssueOrder o) { p.order = o; });
  points = with_each(points, entry.streams, [](ProgramPoint& p, std::int64_t n) { p.streams = n; });
  return with_each(points, entry.chunks, [](ProgramPoint& p, std::int64_t n) { p.chunks = n; });
}

}  // namespace gpumodel
