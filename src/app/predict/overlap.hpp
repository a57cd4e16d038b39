// What copies and kernel take together in streams.
#pragma once

#include <cstdint>

#include "models/core/estimate.hpp"

namespace gpumodel {

struct PredictAnswer;

struct Overlapped {
  std::int64_t streams = 1, chunks = 1;
  Estimate<Seconds> time;
  Seconds serial{};  // one after the other
  double speedup = 1.0;
  bool by_rule = false;  // of the textbook, not on the timeline
};

// Of an answer that has all else. Sustained ceilings: the kernel as it was asked about, cut into as
// many chunks as take the least time on the timeline, as `overlap` answers. Peaks: as the exercise
// sheet counts. What is to be said of the chunks is added to the warnings. Throws InputError.
void add_overlap(PredictAnswer& answer);

}  // namespace gpumodel
