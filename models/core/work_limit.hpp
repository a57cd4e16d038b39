// How much work an answer may take, as a multiple of the usual limits.
//
// The usual ones keep an answer within about a second and 100 MB (release build). Beyond them the
// analysis of accesses looks at samples, and says so; a program of too many tasks is refused.
#pragma once

#include <algorithm>
#include <cstdint>

namespace gpumodel {

inline constexpr double usual_work = 1.0, most_work = 1e6;

constexpr std::int64_t work_limit(std::int64_t usual, double times) {
  return static_cast<std::int64_t>(std::min(static_cast<double>(usual) * times, 0x1p62));
}

}  // namespace gpumodel
