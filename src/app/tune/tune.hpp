// The best launch of a kernel on a device: all that are legal are predicted, and those that no
// prediction can tell from the best are kept beside it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/time/launch_changes.hpp"
#include "src/app/predict/overlap.hpp"
#include "src/app/sweep/summary.hpp"

namespace gpumodel {

// Launches of one kernel whose times are no farther apart are alike to the models. Of 7 pairs of
// launches (of 7 kernels, on an H200; validate/records/h200/cuda.json) that are predicted within 2
// % of each other, half are 2.8 % or more off that ratio as measured.
inline constexpr double launch_resolution = 0.03;

struct TuneAsk {
  SweepAsk sweep;           // on one device; without values of a launch they are found
  bool streams = false;     // to look at copies in streams, too
  std::size_t threads = 1;  // that predict
};

// A launch on the plateau: what it takes over the best.
struct Tie {
  std::size_t point = 0;
  double ratio = 1.0, low = 1.0, high = 1.0;  // all numbers of the device change both
  bool by_interval = false;                   // the ratio may be 1; else it is too close to tell
};

// What one parameter is worth.
struct AxisWorth {
  std::size_t axis = 0;
  Number best{};
  std::optional<Number> now{};   // of the default launch, where it is among the values
  std::optional<double> gain{};  // the best with it as it is now, over the best of all
  double spread = 1.0;           // the worst of its values over the best, others at their best
};

struct TuneAnswer {
  std::unique_ptr<const SweepPlan> plan;
  bool found_values = false;       // nobody gave any
  std::vector<SweepPoint> points;  // of the same work as the default, by their time
  std::optional<SweepPoint> now;   // the launch as it stands
  std::uint64_t impossible = 0, other_work = 0;
  std::string first_reason;
  std::vector<Tie> plateau;  // the best is the first
  std::vector<AxisWorth> worth;
  std::size_t chosen = 0;  // of `points`: the default where it is as good as the best
  std::optional<LaunchChange> fewer_registers;  // of the best
  std::optional<Overlapped> overlap;            // of the best, with its copies
  std::vector<Diagnostic> notes;

  const SweepPoint& best() const { return points.front(); }
  const SweepPoint& choice() const { return points[chosen]; }
  // What the launch as it stands loses against the choice.
  std::optional<double> loss() const;
};

// Throws InputError and UsageError: a kernel with nothing to choose, no legal launch.
TuneAnswer tune(TuneAsk ask);

// Definitions and conditions of the launches to try.
void find_launches(SweepAsk& ask);

}  // namespace gpumodel
