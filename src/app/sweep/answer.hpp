// The result of `sweep`.
#pragma once

#include "src/app/sweep/summary.hpp"

namespace gpumodel {

struct SweepAnswer {
  const SweepPlan& plan;
  const SweepSummary& summary;
  std::vector<SweepPoint> points{};  // where they are to be shown; else empty
  std::vector<Diagnostic> notes{};
};

// So many are shown in one document or picture; lines hold any number.
inline constexpr std::uint64_t most_points_of_document = 100'000;

}  // namespace gpumodel
