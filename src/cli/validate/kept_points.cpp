#include "src/cli/validate/kept_points.hpp"

#include "src/io/record/read_record.hpp"
#include "src/view/validate/record_json.hpp"

namespace gpumodel {
namespace {

// The same for points of the same measurement.
std::string identity(const Point& point) {
  return point.kernel + " " + parameter_text(point) + " " + std::string(to_string(point.cache));
}

}  // namespace

KeptPoints::KeptPoints(Environment environment, const ValidateOptions& options, Console& console)
    : console_(console) {
  record_.environment = std::move(environment);
  if (options.record.empty()) return;
  recording_.emplace(options.record_file());
  if (recording_->goes_on()) {
    Record before = read_partial_record(recording_->partial(), recording_->partial());
    recording_->expect_same_environment(difference(before.environment, record_.environment));
    for (Point& point : before.points) {
      if (point.is_measured()) earlier_.insert_or_assign(identity(point), std::move(point));
    }
  }
  recording_->begin(partial_head(record_.environment));
  if (!earlier_.empty()) tell_continued(console_, earlier_.size(), *recording_);
}

const Point* KeptPoints::earlier(const Point& blank) const {
  const auto found = earlier_.find(identity(blank));
  return found == earlier_.end() ? nullptr : &found->second;
}

void KeptPoints::add(Point point) {
  if (recording_) recording_->add(partial_line(point));
  record_.points.push_back(std::move(point));
}

Record KeptPoints::finish() {
  if (recording_) recording_->finish(record_text(record_));
  return std::move(record_);
}

std::nullopt_t KeptPoints::interrupted(std::size_t all) {
  tell_interrupted(console_, record_.points.size(), all, recording_ ? &*recording_ : nullptr);
  return std::nullopt;
}

}  // namespace gpumodel
