// The steps of a recording as lines, those that are repeated written once: a long run gives a file
// that is no longer than what the application does differently.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace gpumodel {

// What the host does before a step, over all rounds that were folded.
struct HostPause {
  double sum = 0.0, least = 0.0, most = 0.0;  // seconds
  std::size_t count = 1;

  HostPause() = default;
  explicit HostPause(double seconds) : sum(seconds), least(seconds), most(seconds) {}
  double mean() const { return sum / static_cast<double>(count); }
  void add(const HostPause& other);
};

struct StepLine {
  std::string text{}, place{};  // no text: a loop, or nothing follows the pause
  HostPause pause{};
  std::size_t times = 1;                              // of a loop
  std::vector<StepLine> inner{};                      // of a loop, a graph or a data region
  std::size_t number = static_cast<std::size_t>(-1);  // of its step
  std::vector<std::size_t> after{};                   // numbers of those it waits for
  std::optional<std::size_t> asked{};  // somebody wants to know when it is: it stays by itself
};

struct FoldedSteps {
  std::vector<StepLine> lines{};
  bool means = false;                 // a pause stands for several that differ
  std::optional<double> alike = 0.0;  // pauses that are no further apart; none: all are
};

// Rounds are folded that are the same but for the host's pauses, where these are alike: no further
// apart than 1 ms, or than half of the longer one; and where no step waits for one of another
// round. Where that leaves more lines than a person reads, 10 ms and then any. A repeated pause is
// the mean of all: their sum stays as it is.
FoldedSteps folded(const std::vector<StepLine>& lines);

// "{host: host code, time: 12.5 us}" of a pause, with what it is the mean of.
std::string pause_text(const HostPause& pause);

}  // namespace gpumodel
