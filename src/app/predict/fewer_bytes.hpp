// Whether nothing but fewer bytes would make a kernel faster.
#pragma once

#include <optional>

#include "src/app/predict/next_steps.hpp"

namespace gpumodel {

struct PredictAnswer;

// What half the bytes gain, where the limiter is a rate of bytes (DRAM, L2) and no other term, were
// it free, would gain `least_gain`. Both follow from the terms: how much the time of
// each leaf hangs on bytes is the derivative of its expression.
std::optional<NextStep> only_fewer_bytes(const PredictAnswer& answer, double least_gain);

}  // namespace gpumodel
