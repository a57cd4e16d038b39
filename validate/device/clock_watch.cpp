#include "validate/device/clock_watch.hpp"

#include <algorithm>
#include <utility>

namespace gpumodel {
namespace {

// Temperature and power change slowly and are slow to ask for.
constexpr int samples_per_full_state = 16;

std::vector<double> known(const std::vector<DeviceState>& states,
                          std::optional<double> DeviceState::*field) {
  std::vector<double> values;
  for (const DeviceState& state : states) {
    if (state.*field) values.push_back(*(state.*field));
  }
  std::sort(values.begin(), values.end());
  return values;
}

std::optional<ClockRange> range(const std::vector<double>& sorted) {
  if (sorted.empty()) return std::nullopt;
  return ClockRange{sorted.front(), sorted[sorted.size() / 2], sorted.back()};
}

std::optional<double> median(const std::vector<double>& sorted) {
  if (sorted.empty()) return std::nullopt;
  return sorted[sorted.size() / 2];
}

std::optional<std::set<std::string>> all_reasons(const std::vector<DeviceState>& states) {
  std::optional<std::set<std::string>> all;
  for (const DeviceState& state : states) {
    if (!state.throttle) continue;
    if (!all) all.emplace();
    all->insert(state.throttle->begin(), state.throttle->end());
  }
  return all;
}

}  // namespace

ClockSummary summarised(const std::vector<DeviceState>& states) {
  const auto temperatures = known(states, &DeviceState::temperature_c);
  return {
      .samples = static_cast<int>(states.size()),
      .sm_clock_hz = range(known(states, &DeviceState::sm_clock_hz)),
      .memory_clock_hz = median(known(states, &DeviceState::memory_clock_hz)),
      .throttle = all_reasons(states),
      .max_temperature_c =
          temperatures.empty() ? std::nullopt : std::optional<double>(temperatures.back()),
      .power_w = median(known(states, &DeviceState::power_w)),
  };
}

ClockWatch::ClockWatch(NvmlDevice device, std::chrono::milliseconds period)
    : device_(std::move(device)), period_(period), thread_([this] { watch(); }) {}

ClockWatch::~ClockWatch() {
  stop();
}

ClockSummary ClockWatch::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  stop_asked_.notify_one();
  if (thread_.joinable()) thread_.join();
  return summarised(states_);
}

void ClockWatch::watch() {
  bool stopped = false;
  do {
    const bool full = states_.size() % samples_per_full_state == 0;
    states_.push_back(full ? device_.state() : device_.clocks());
    std::unique_lock lock(mutex_);
    stopped = stop_asked_.wait_for(lock, period_, [this] { return stopped_; });
  } while (!stopped);
  states_.push_back(device_.state());
}

}  // namespace gpumodel
