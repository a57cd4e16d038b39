// What errors are summed up over: points that count, or all where none does.
#pragma once

#include "src/app/validate/answer.hpp"

namespace gpumodel {

std::size_t counting_points(const ValidateAnswer& answer);
// The points that sums are over: not empty where there are points.
std::vector<const JudgedPoint*> summed_points(const ValidateAnswer& answer);
ErrorStatistics summed_errors(const ValidateAnswer& answer, const Model& model);

// "4 of 20 points do not count: calibration-residual (what it is)"; empty where all do.
std::string not_counting_text(const ValidateAnswer& answer);

}  // namespace gpumodel
