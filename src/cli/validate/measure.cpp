#include "src/cli/validate/measure.hpp"

#include <unistd.h>

#include <algorithm>
#include <map>

#include "src/cli/measure/process.hpp"
#include "src/cli/validate/progress.hpp"
#include "src/cli/validate/recording.hpp"
#include "src/io/record/read_record.hpp"
#include "src/io/text/format.hpp"
#include "src/view/validate/record_json.hpp"

namespace gpumodel {
namespace {

// What the driver and the buffer that flushes L2 need besides the arrays.
constexpr double usable_memory = 0.95;

// The same for points of the same measurement.
std::string identity(const Point& point) {
  return point.kernel + " " + parameter_text(point) + " " + std::string(to_string(point.cache));
}

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
      : runner_(backend), options_(options), console_(console) {
    const bool counters =
        options.counters || !options.kernels.empty() || options.require_level >= 2;
    runner_options_ = {options.seconds, options.limit_seconds,
                       counters && backend != BackendKind::host};
    if (!options.record.empty()) recording_.emplace(options.record_file());
    record_.environment = runner_.environment();
  }

  std::optional<Record> run(const std::vector<PlannedCase>& cases) {
    std::size_t all = 0;
    for (const PlannedCase& one : cases) all += one.run.caches.size();
    take_earlier();
    const Interruption interruption;
    Progress progress(console_.err, isatty(STDERR_FILENO) != 0 && !options_.output.quiet, all,
                      known_among(cases));
    for (const PlannedCase& one : cases) {
      if (Interruption::asked() || !run_case(one, progress)) return interrupted(all);
    }
    if (recording_) recording_->finish(record_text(record_));
    return std::move(record_);
  }

 private:
  void take_earlier() {
    if (!recording_) return;
    if (recording_->goes_on()) {
      Record earlier = read_partial_record(recording_->partial(), recording_->partial());
      recording_->expect_same_environment(difference(earlier.environment, record_.environment));
      for (Point& point : earlier.points) {
        if (point.is_measured()) earlier_.insert_or_assign(identity(point), std::move(point));
      }
    }
    recording_->begin(partial_head(record_.environment));
    if (!earlier_.empty()) tell_continued(console_, earlier_.size(), *recording_);
  }

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
    const auto found = earlier_.find(identity(point));
    return found == earlier_.end() ? nullptr : &found->second;
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
      if (const Point* known = find_earlier(one, cache)) record_.points.push_back(*known);
    }
    for (Point& point : fresh) {
      if (recording_) recording_->add(partial_line(point));
      progress.point_done(name_of(point), status_text(point.time, point.status));
      record_.points.push_back(std::move(point));
    }
    return true;
  }

  std::vector<Point> measure(const PlannedCase& one, const RunnerCase& left) {
    const std::optional<std::string> reason = too_large(one, record_.environment);
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

  std::nullopt_t interrupted(std::size_t all) {
    tell_interrupted(console_, record_.points.size(), all, recording_ ? &*recording_ : nullptr);
    return std::nullopt;
  }

  Runner runner_;
  const ValidateOptions& options_;
  Console& console_;
  RunnerOptions runner_options_;
  std::optional<Recording> recording_;
  std::map<std::string, Point> earlier_;
  Record record_;
};

}  // namespace

std::optional<Record> measured(const std::vector<PlannedCase>& cases, BackendKind backend,
                               const ValidateOptions& options, Console& console) {
  return Measuring(backend, options, console).run(cases);
}

}  // namespace gpumodel
