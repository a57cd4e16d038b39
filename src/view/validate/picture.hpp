// Predicted against measured on logarithmic axes: one dot a point, the diagonal, bands of 10 and
// 25 %.
#pragma once

#include <iosfwd>

#include "src/app/validate/answer.hpp"
#include "src/view/common/page.hpp"
#include "src/view/picture/picture.hpp"

namespace gpumodel {

// Every dot says on hovering what it is.
Picture validate_picture(const ValidateAnswer& answer);
// The picture above the report; works without a network.
void validate_html(std::ostream& out, const ValidateAnswer& answer, const Page& page);

}  // namespace gpumodel
