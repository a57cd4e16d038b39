// A sweep of one quantity as a picture: for terminals, and as SVG.
#pragma once

#include <iosfwd>

#include "src/app/occupancy/answer.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

// At most 64 columns; each column is the lowest occupancy of the values it stands for.
Preformatted occupancy_curve(const OccupancyAnswer& answer);

// The same as a self-contained SVG document; a band where the occupancy is a range.
void occupancy_svg(std::ostream& out, const OccupancyAnswer& answer);

}  // namespace gpumodel
