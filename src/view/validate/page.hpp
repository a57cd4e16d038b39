// The report of `validate`: one point in full, or sums over many.
#pragma once

#include "src/app/validate/answer.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

// "PASS  saxpy: 6 of 6 within tolerance", or the errors over all points.
std::string validate_headline(const ValidateAnswer& answer);
Page validate_page(const ValidateAnswer& answer);

}  // namespace gpumodel
