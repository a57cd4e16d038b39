// "1200 of 60000 points, 12 s left", on a terminal only.
#pragma once

#include <chrono>
#include <cstdint>

#include "src/cli/common/console.hpp"

namespace gpumodel {

class SweepProgress {
 public:
  SweepProgress(Console& console, std::uint64_t points);
  // Takes the line away.
  ~SweepProgress();
  SweepProgress(const SweepProgress&) = delete;
  SweepProgress& operator=(const SweepProgress&) = delete;

  void show(std::uint64_t done);

 private:
  using Clock = std::chrono::steady_clock;

  Console& console_;
  std::uint64_t points_;
  bool on_terminal_, shown_ = false;
  Clock::time_point start_ = Clock::now(), last_ = start_;
};

}  // namespace gpumodel
