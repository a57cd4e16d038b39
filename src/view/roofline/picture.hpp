// Roofs and dots on logarithmic axes.
#pragma once

#include <iosfwd>

#include "src/app/roofline/roofline.hpp"
#include "src/view/common/page.hpp"
#include "src/view/picture/picture.hpp"

namespace gpumodel {

// Colours are devices, dashes levels of memory, shapes kernels; hollow dots are predicted, filled
// ones measured. Kernels without floating-point operations have no place in it.
Picture roofline_picture(const RooflineAnswer& answer);
// The picture above the report, as a page of HTML.
void roofline_html(std::ostream& out, const RooflineAnswer& answer, const Page& page);

}  // namespace gpumodel
