// What a launch reaches of what the device can do: its rates, and the roofs above them (Williams,
// Waterman, Patterson, CACM 52(4), 2009).
//
//   of peak   the least time that datasheet peaks allow, max(V / b, F / P), over the time
//   of roof   the same with the rates that the model counts with: what programs reach
//
// V is what moves between L2 and device memory from the state that L2 was in, F the arithmetic of
// each pipe; pipes work side by side. Nothing where the device does not state a rate.
#pragma once

#include <optional>

#include "models/time/predict.hpp"

namespace gpumodel {

struct Achieved {
  std::optional<BytesPerSecond> dram;      // nothing where no bytes move
  std::optional<FlopPerSecond> flop;       // nothing where there is no arithmetic
  std::optional<double> dram_of_peak;      // of dram.bandwidth
  std::optional<double> flop_of_peak;      // of the peak of the pipe that is busiest
  std::optional<double> of_peak, of_roof;  // see above
  std::optional<FlopPerByte> ridge;        // where the peak roofs of that pipe and DRAM meet
};

// `prediction` answers `question`.
Achieved achieved(const Model& model, const Question& question, const Prediction& prediction);
// What `of_peak` is a share of: a pipe's peak, or that of device memory; null where none is stated.
const SourcedValue* nearest_peak(const Achieved& achieved, const Prediction& prediction,
                                 const Gpu& gpu);

}  // namespace gpumodel
