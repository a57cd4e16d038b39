#include "src/cli/validate/ncu.hpp"

#include <set>

#include "src/io/record/ncu_kernel.hpp"

namespace gpumodel {
namespace {

struct Candidate {
  Point* point;
  const Environment* environment;
};

std::vector<Candidate> candidates_of(std::vector<ValidateInput>& inputs) {
  std::vector<Candidate> all;
  for (ValidateInput& input : inputs) {
    for (Point& point : input.record.points) {
      const bool fits = point.is_measured() && point.backend == BackendKind::cuda &&
                        point.cache == CacheStart::cold && point.launch;
      if (fits) all.push_back({&point, &input.record.environment});
    }
  }
  return all;
}

bool belongs(const ProfiledLaunch& launch, const std::string& kernel, const Candidate& candidate) {
  const Point& point = *candidate.point;
  const auto& device = candidate.environment->device;
  const bool same_chip = launch.compute_capability.empty() || !device ||
                         device->compute_capability == launch.compute_capability;
  return same_chip && point.kernel == kernel &&
         (!launch.grid || *launch.grid == point.launch->grid) &&
         (!launch.block || *launch.block == point.launch->block);
}

// The points of a launch, all of one parameter set; none where there are several sets.
std::vector<Point*> points_of(const ProfiledLaunch& launch, const std::string& kernel,
                              const std::vector<Candidate>& candidates) {
  std::vector<Point*> points;
  std::set<std::string> parameters;
  for (const Candidate& candidate : candidates) {
    if (!belongs(launch, kernel, candidate)) continue;
    points.push_back(candidate.point);
    parameters.insert(parameter_text(*candidate.point));
  }
  if (parameters.size() > 1) points.clear();
  return points;
}

}  // namespace

void join_counters(const std::string& report, std::vector<ValidateInput>& inputs,
                   std::vector<Diagnostic>& notes) {
  const NcuReport read = read_ncu_report(report);
  const std::vector<Candidate> candidates = candidates_of(inputs);
  std::set<std::string> kernels;
  for (const Candidate& candidate : candidates) kernels.insert(candidate.point->kernel);
  const std::vector<std::string> known(kernels.begin(), kernels.end());
  std::set<const Point*> joined;
  std::size_t unmatched = 0;
  for (const ProfiledLaunch& launch : read.launches) {
    const std::optional<std::string> kernel = kernel_of_launch(launch, known);
    std::vector<Point*> points;
    if (kernel) points = points_of(launch, *kernel, candidates);
    if (points.empty()) ++unmatched;
    for (Point* point : points) {
      if (!joined.insert(point).second) continue;  // launched more than once: the first counts
      point->counters = launch.metrics;
      point->counters_note.clear();
    }
  }
  if (unmatched == 0) return;
  Diagnostic note{.severity = Severity::warning,
                  .id = "ncu-unmatched",
                  .message = std::to_string(unmatched) + " of " +
                             std::to_string(read.launches.size()) + " launches fit no point",
                  .file = report};
  notes.push_back(std::move(note));
}

}  // namespace gpumodel
