// Statistics of errors, recorded bars and checked device files in documents; of kernels and of
// programs.
#pragma once

#include <span>

#include "models/validation/bars.hpp"
#include "models/validation/device_match.hpp"
#include "src/view/common/json.hpp"

namespace gpumodel {

Json statistics_json(const ErrorStatistics& errors);
Json bars_json(std::span<const BarResult> bars);
Json matches_json(std::span<const FieldMatch> matches);

}  // namespace gpumodel
