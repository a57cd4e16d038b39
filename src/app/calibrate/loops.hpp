// Numbers of a device that no measurement shows by itself. Loops are timed, and the number is the
// one with which the engine predicts these loops best; how far the loops are from one another tells
// how far it can be trusted.
#pragma once

#include <span>
#include <string_view>

#include "models/hardware/calibration.hpp"
#include "models/hardware/device.hpp"

namespace gpumodel {

// The descriptor behind a number: its key, '-' for the dots. Its parameter `rounds` is what times
// are stated for; `warps`, where it has that, is what they depend on.
struct CalibrationLoop {
  std::string_view name, text;
};
std::span<const CalibrationLoop> calibration_loops();

// Whether a result is seconds per round of such loops.
bool is_of_loops(const CalibrationResult& result);

// The number, of a device with everything else in place (derive_missing); with a spread that says
// so where none explains the times. Throws InputError.
CalibrationResult number_of_loops(const CalibrationResult& times, const Gpu& device);

}  // namespace gpumodel
