// Tables over many points: errors by model and by kernel, counters, what went wrong.
#pragma once

#include "src/app/validate/answer.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

// "N=1024 cold", with the backend where it is not CUDA.
std::string point_text(const Point& point);

// All models side by side, over the points that count; the summary of the one asked for is among
// them.
Table model_table(const ValidateAnswer& answer);
// Points by set, those included that do not count.
Table set_table(const ValidateAnswer& answer);
Table kernel_table(const ValidateAnswer& answer);
// Of generated kernels, with the other models beside the one asked for; the last row is the mean
// over families.
Table family_table(const ValidateAnswer& answer);
// Whether the points are of generated kernels: thousands of kernels with a point each.
bool are_generated(const ValidateAnswer& answer);
// Predicted against counted, one row per quantity.
Table counter_table(const ValidateAnswer& answer);
// Points without a time, a prediction or an undoubted measurement, each with the reason.
Table trouble_table(const ValidateAnswer& answer);
// Every point, for CSV only.
Table point_list(const ValidateAnswer& answer);

}  // namespace gpumodel
