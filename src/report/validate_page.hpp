// The report of `validate`: one point in full, or sums over many.
#pragma once

#include "src/report/page.hpp"
#include "src/report/validate_answer.hpp"

namespace gpumodel {

// "PASS  saxpy: 6 of 6 within tolerance", or the errors over all points.
std::string validate_headline(const ValidateAnswer& answer);
Page validate_page(const ValidateAnswer& answer);

}  // namespace gpumodel
