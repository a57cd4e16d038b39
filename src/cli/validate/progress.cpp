#include "src/cli/validate/progress.hpp"

#include <cmath>

#include "src/io/text/format.hpp"

namespace gpumodel {
namespace {

constexpr const char* to_line_start = "\r\033[K";
constexpr std::size_t widest_name = 44;

std::string duration_text(double seconds) {
  const auto whole = static_cast<long>(std::lround(seconds));
  if (whole < 60) return std::to_string(whole) + " s";
  const long minutes = whole / 60;
  if (minutes < 60) return std::to_string(minutes) + " min " + std::to_string(whole % 60) + " s";
  return std::to_string(minutes / 60) + " h " + std::to_string(minutes % 60) + " min";
}

}  // namespace

Progress::Progress(std::ostream& out, bool shown, std::size_t all, std::size_t done)
    : out_(out), shown_(shown), all_(all), done_(done), at_start_(done) {}

Progress::~Progress() {
  if (shown_) out_ << to_line_start << std::flush;
}

void Progress::point_done(const std::string& name, const std::string& what) {
  ++done_;
  if (!shown_) return;
  out_ << to_line_start << '[' << done_ << '/' << all_ << "] " << name.substr(0, widest_name)
       << "  " << what << "  " << time_left() << std::flush;
}

std::string status_text(const std::optional<Timing>& time, PointStatus status) {
  return time ? format_time({time->median_s}) : std::string(to_string(status));
}

std::string Progress::time_left() const {
  if (done_ == all_) return "";
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start_;
  const double each = spent.count() / static_cast<double>(done_ - at_start_);
  return "about " + duration_text(each * static_cast<double>(all_ - done_)) + " left";
}

}  // namespace gpumodel
