// Numbers of a device that can be computed from its others: units x rate x clock, bus x data rate.
#pragma once

#include <string_view>
#include <vector>

#include "models/hardware/device.hpp"

namespace gpumodel {

struct ConsistencyCheck {
  std::string_view key;      // the stated number
  std::string_view formula;  // what it should be
  double stated = 0.0;       // SI
  double computed = 0.0;

  double relative_error() const { return stated / computed - 1.0; }
};

// Larger disagreements mean a wrong clock, a wrong unit or another board.
inline constexpr double consistency_tolerance = 0.02;

// One row for every stated number whose parts are known as well.
std::vector<ConsistencyCheck> consistency_checks(const Gpu& gpu);
std::vector<ConsistencyCheck> consistency_checks(const Cpu& cpu);

}  // namespace gpumodel
