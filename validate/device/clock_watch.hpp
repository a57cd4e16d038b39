// Watches a GPU from a thread of its own while a measurement runs: clocks that fell and reasons
// that came up in the middle are seen, not only those at its ends.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "validate/device/nvml.hpp"

namespace gpumodel {

struct ClockRange {
  double min = 0.0, median = 0.0, max = 0.0;
};

struct ClockSummary {
  int samples = 0;
  std::optional<ClockRange> sm_clock_hz;
  std::optional<double> memory_clock_hz;             // median
  std::optional<std::set<std::string>> throttle;     // every reason seen; nothing: never answered
  std::optional<double> max_temperature_c, power_w;  // power: median
};

// A summary of states, in any order; what no state tells stays unknown.
ClockSummary summarised(const std::vector<DeviceState>& states);

class ClockWatch {
 public:
  explicit ClockWatch(NvmlDevice device,
                      std::chrono::milliseconds period = std::chrono::milliseconds(2));
  ~ClockWatch();
  ClockWatch(const ClockWatch&) = delete;
  ClockWatch& operator=(const ClockWatch&) = delete;

  // Ends the watch. Its ends are always sampled, however short it was.
  ClockSummary stop();

 private:
  void watch();

  NvmlDevice device_;
  std::chrono::milliseconds period_;
  std::mutex mutex_;  // of stopped_
  std::condition_variable stop_asked_;
  bool stopped_ = false;
  std::vector<DeviceState> states_;  // of the thread, until it ended
  std::thread thread_;
};

}  // namespace gpumodel
