#include "src/cli/common/work_progress.hpp"

#include <unistd.h>

#include <chrono>
#include <ostream>

namespace gpumodel {

WorkProgress::WorkProgress(Console& console, std::string what) {
  if (isatty(STDERR_FILENO) == 0) return;
  thread_ = std::thread([this, &console, text = std::move(what)] { show(console, text); });
}

WorkProgress::~WorkProgress() {
  if (!thread_.joinable()) return;
  {
    const std::scoped_lock lock(guard_);
    done_ = true;
  }
  ended_.notify_one();
  thread_.join();
}

void WorkProgress::show(Console& console, const std::string& what) {
  std::unique_lock lock(guard_);
  int seconds = 0;
  while (!ended_.wait_for(lock, std::chrono::seconds(1), [this] { return done_; })) {
    console.err << "\r\033[K" << what << ": " << ++seconds << " s so far" << std::flush;
  }
  if (seconds > 0) console.err << "\r\033[K" << std::flush;
}

}  // namespace gpumodel
