// What offloading a kernel is worth against a loop on the host: of the kernel alone, of its first
// use with the copies, and of many launches on data that stays on the device.
//
// n launches cost the copies once, h loops of the host nothing but themselves:
//   t_copies + t_first + (n - 1) t_later < h_first + (n - 1) h_later
// where later ones find in the caches what the same launch or loop left there. Intervals are worst
// cases, all that favours one side at once (estimate.hpp).
#pragma once

#include <cstdint>
#include <optional>

#include "models/time/predict.hpp"

namespace gpumodel {

// From so many launches on offloading pays; nothing: never, for later launches gain nothing.
struct LaunchCount {
  std::optional<std::int64_t> expected, at_best, at_worst;
};

struct Offloading {
  Estimate<double> kernel_alone;  // time of the host's loop over that of the kernel
  Estimate<double> first_use;     // the same, transfers included
  Estimate<Seconds> later_kernel, later_loop;
  LaunchCount pays_from;
};

// a / b, of which either is the longer or the shorter at worst.
Estimate<double> speedup(const Estimate<Seconds>& before, const Estimate<Seconds>& after);

// Of a prediction with a host.
Offloading offloading(const Model& model, const Question& question, const Prediction& prediction);

}  // namespace gpumodel
