// From how many launches, or iterations, on a gain of each later one outweighs a loss of the first.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

#include "models/core/units.hpp"

namespace gpumodel {

// first + (n - 1) later < other_first + (n - 1) other_later, where
// `loss` = first - other_first and `gain` = other_later - later. Nothing: never.
inline std::optional<std::int64_t> launches_until(Seconds loss, Seconds gain) {
  constexpr double most_launches = 0x1p53;
  if (!(gain.si > 0.0)) return std::nullopt;
  if (loss.si < 0.0) return 1;
  const double later = std::floor(loss / gain) + 1.0;
  if (!(later < most_launches)) return std::nullopt;
  return 1 + static_cast<std::int64_t>(later);
}

}  // namespace gpumodel
