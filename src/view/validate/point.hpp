// One point in full: every quantity predicted and measured.
#pragma once

#include "src/app/validate/answer.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

Table quantity_table(const ValidateAnswer& answer, const JudgedPoint& judged);
// What the time was measured with, how it scattered, and what else is known of the run.
std::string measurement_text(const JudgedPoint& judged);

}  // namespace gpumodel
