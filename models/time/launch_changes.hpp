// What another launch of the same kernel would do to its time.
//
// Fewer registers are taken to cost nothing: a compiler that has to spill makes it slower.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/time/predict.hpp"

namespace gpumodel {

struct LaunchChange {
  std::string what;  // "registers per thread", or a parameter that is a dimension of the block
  std::int64_t from = 0, to = 0;
  double change = 0.0;  // of the kernel's time, relative
};

// As many registers as one block more per SM allows, and each parameter of the block halved and
// doubled. Without those that the kernel or the device cannot have; empty without a launch.
// `overrides` are those that the question's values were made from.
std::vector<LaunchChange> launch_changes(const Model& model, const Question& question,
                                         const Prediction& prediction,
                                         std::span<const std::optional<Number>> overrides);

}  // namespace gpumodel
