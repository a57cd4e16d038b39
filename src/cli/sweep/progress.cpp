#include "src/cli/sweep/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <ostream>

namespace gpumodel {

SweepProgress::SweepProgress(Console& console, std::uint64_t points)
    : console_(console), points_(points), on_terminal_(isatty(STDERR_FILENO) != 0) {}

SweepProgress::~SweepProgress() {
  if (shown_) console_.err << "\r\033[K" << std::flush;
}

void SweepProgress::show(std::uint64_t done) {
  if (!on_terminal_ || done == 0) return;
  const Clock::time_point now = Clock::now();
  if (now - last_ < std::chrono::milliseconds(500)) return;
  last_ = now;
  shown_ = true;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const double left =
      seconds * static_cast<double>(points_ - std::min(done, points_)) / static_cast<double>(done);
  console_.err << "\r\033[K" << fmt::format("{} of {} points, {:.0f} s left", done, points_, left)
               << std::flush;
}

}  // namespace gpumodel
