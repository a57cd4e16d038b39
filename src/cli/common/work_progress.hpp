// "saxpy: 3 s so far", from the second second on, on a terminal only.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "src/cli/common/console.hpp"

namespace gpumodel {

class WorkProgress {
 public:
  WorkProgress(Console& console, std::string what);
  // Takes the line away.
  ~WorkProgress();
  WorkProgress(const WorkProgress&) = delete;
  WorkProgress& operator=(const WorkProgress&) = delete;

 private:
  void show(Console& console, const std::string& what);

  std::mutex guard_;
  std::condition_variable ended_;
  bool done_ = false;
  std::thread thread_;  // where there is a terminal
};

}  // namespace gpumodel
