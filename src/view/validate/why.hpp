// validate --why over many points: how errors close as predicted inputs are replaced by counted
// ones. One point: validate_waterfall.hpp.
#pragma once

#include "src/app/validate/answer.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

// Points that have a waterfall: indices into `answer.points`.
std::vector<std::size_t> explained_points(const ValidateAnswer& answer);
// The same, the largest error first and at most `n`.
std::vector<std::size_t> worst_explained(const ValidateAnswer& answer, std::size_t n);
WaterfallSummary why_summary(const ValidateAnswer& answer);

inline constexpr std::size_t worst_told = 5;

// Many: the summary, the worst points, and a row per point (for people where they are of one
// kernel).
void add_why(const ValidateAnswer& answer, Page& page);

}  // namespace gpumodel
