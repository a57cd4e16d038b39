// Statistics of errors, recorded bars and checked device files in documents; of kernels and of
// programs.
#pragma once

#include "models/validation/bars.hpp"
#include "models/validation/device_match.hpp"
#include "src/view/document/object.hpp"

namespace gpumodel {

const Object<ErrorStatistics>& statistics_object();
const Object<BarResult>& bar_object();
const Object<FieldMatch>& match_object();

}  // namespace gpumodel
