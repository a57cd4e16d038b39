// Timing on the host.
#pragma once

#include <algorithm>
#include <chrono>

namespace gpumodel::calibrate {

template <class Work>
double host_seconds(Work&& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The quietest of some runs: other programs can only add to it.
template <class Time>
double quietest(Time&& time) {
  double least = time();
  for (int i = 0; i < 3; ++i) least = std::min(least, time());
  return least;
}

}  // namespace gpumodel::calibrate
