// What a report on a predicted kernel shows beside its terms.
#pragma once

#include <optional>

#include "src/app/coalesce/kernel_answer.hpp"
#include "src/app/occupancy/answer.hpp"
#include "src/app/predict/predict.hpp"
#include "src/app/roofline/roofline.hpp"

namespace gpumodel {

struct PredictReport {
  RooflineAnswer roofline;
  std::optional<OccupancyAnswer> curve;       // by the block's size, where the launch is stated
  std::optional<double> threads;              // of the launch, on that curve
  std::optional<CoalesceKernelAnswer> lanes;  // of kernels with a thread program
};

PredictReport report_on(const PredictAnswer& answer);

}  // namespace gpumodel
