// "[123/420] jacobi2d n=8192 cold  0.31 ms   about 2 min 10 s left", on a terminal only.
#pragma once

#include <chrono>
#include <ostream>

#include "models/validation/record.hpp"

namespace gpumodel {

class Progress {
 public:
  // `all` points, of which `done` need no time any more.
  Progress(std::ostream& out, bool shown, std::size_t all, std::size_t done);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `what` was found: a time, or a status.
  void point_done(const std::string& name, const std::string& what);

 private:
  std::string time_left() const;

  std::ostream& out_;
  bool shown_;
  std::size_t all_, done_, at_start_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// The median, or why there is none.
std::string status_text(const std::optional<Timing>& time, PointStatus status);

}  // namespace gpumodel
