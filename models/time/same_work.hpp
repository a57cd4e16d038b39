// Whether two launches do the same work, so that one may take the place of the other and their
// times may be compared. Edits of a kernel and other launches of it are held to the same rule:
//
//   operations   as many, but for a quarter: reductions end in steps of their own
//   stores       the same bytes, but for 1 % of what moves: partial sums of a reduction, and sums
//                over a launch that are those of a sample of its blocks
//   what moves   of one kernel, the same but for 5 %: tiles load borders as often as they meet. An
//                edit may move less: that is what it is for
#pragma once

#include "models/time/prediction.hpp"

namespace gpumodel {

struct WorkDone {
  double flop = 0.0;
  double stored = 0.0;  // B that threads ask to store outside of shared memory
  double moved = 0.0;   // B between device memory and the chip, each once
};

WorkDone work_done(const Kernel& kernel, const Prediction& prediction);

bool keeps_answers(const WorkDone& before, const WorkDone& after);  // an edit
bool same_work(const WorkDone& before, const WorkDone& after);      // a launch of the same kernel

}  // namespace gpumodel
