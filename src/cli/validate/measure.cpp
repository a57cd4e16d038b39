#include "src/cli/validate/measure.hpp"

#include <unistd.h>

#include <algorithm>

#include "src/cli/measure/process.hpp"
#include "src/cli/validate/kept_points.hpp"
#include "src/cli/validate/progress.hpp"
#include "src/io/text/format.hpp"

namespace gpumodel {
namespace {

// What the driver and the buffer that flushes L2 need besides the arrays.
constexpr double usable_memory = 0.95;

std::string name_of(const Point& point) {
  constexpr std::size_t widest = 39;
  return (point.kernel + " " + parameter_text(point)).substr(0, widest) + " " +
         std::string(to_string(point.cache));
}

std::optional<std::string> too_large(const PlannedCase& one, const Environment& environment) {
  if (!environment.device || !environment.device->memory_bytes) return std::nullopt;
  const double there = usable_memory * *environment.device->memory_bytes;
  if (one.bytes <= there) return std::nullopt;
  return "needs " + format_quantity(one.bytes, Bytes::dim) + ", of the device's memory " +
         format_quantity(there, Bytes::dim) + " can be used";
}

class Measuring {
 public:
  Measuring(BackendKind backend, const ValidateOptions& options, Console& console)
      : runner_(backend),
        options_(options),
        console_(console),
        kept_(runner_.environment(), options, console) {
    const bool counters =
        options.counters || !options.kernels.empty() || options.require_level >= 2;
    runner_options_ = {options.seconds, options.limit_seconds,
                       counters && backend != BackendKind::host};
  }

  std::optional<Record> run(const std::vector<PlannedCase>& cases) {
    std::size_t all = 0;
    for (const PlannedCase& one : cases) all += one.run.caches.size();
    const Interruption interruption;
    Progress progress(console_.err, isatty(STDERR_FILENO) != 0 && !options_.output.quiet, all,
                      known_among(cases));
    for (const PlannedCase& one : cases) {
      if (Interruption::asked() || !run_case(one, progress)) return kept_.interrupted(all);
    }
    return kept_.finish();
  }

 private:
  std::size_t known_among(const std::vector<PlannedCase>& cases) const {
    std::size_t known = 0;
    for (const PlannedCase& one : cases) {
      for (const CacheStart cache : one.run.caches) known += find_earlier(one, cache) != nullptr;
    }
    return known;
  }

  const Point* find_earlier(const PlannedCase& one, CacheStart cache) const {
    Point point = one.run.blank;
    point.cache = cache;
    return kept_.earlier(point);
  }

  // False if the user interrupted.
  bool run_case(const PlannedCase& one, Progress& progress) {
    RunnerCase left = one.run;
    std::erase_if(left.caches, [&](CacheStart cache) { return find_earlier(one, cache); });
    std::vector<Point> fresh;
    if (!left.caches.empty()) {
      fresh = measure(one, left);
      if (fresh.empty()) return false;
    }
    for (const CacheStart cache : one.run.caches) {
      if (const Point* known = find_earlier(one, cache)) kept_.add_earlier(*known);
    }
    for (Point& point : fresh) {
      progress.point_done(name_of(point), status_text(point.time, point.status));
      kept_.add(std::move(point));
    }
    return true;
  }

  std::vector<Point> measure(const PlannedCase& one, const RunnerCase& left) {
    const std::optional<std::string> reason = too_large(one, kept_.environment());
    if (!reason) return runner_.measure(left, runner_options_);
    std::vector<Point> points;
    for (const CacheStart cache : left.caches) {
      points.push_back(left.blank);
      points.back().cache = cache;
      points.back().status = PointStatus::skipped;
      points.back().reason = *reason;
    }
    return points;
  }

  Runner runner_;
  const ValidateOptions& options_;
  Console& console_;
  RunnerOptions runner_options_;
  KeptPoints kept_;
};

}  // namespace

std::optional<Record> measured(const std::vector<PlannedCase>& cases, BackendKind backend,
                               const ValidateOptions& options, Console& console) {
  return Measuring(backend, options, console).run(cases);
}

}  // namespace gpumodel
