// A sweep of one quantity as a picture: for terminals, and as SVG.
#pragma once

#include <iosfwd>
#include <optional>

#include "src/app/occupancy/answer.hpp"
#include "src/view/common/page.hpp"
#include "src/view/picture/picture.hpp"

namespace gpumodel {

// At most 64 columns; each column is the lowest occupancy of the values it stands for.
Preformatted occupancy_curve(const OccupancyAnswer& answer);

// The same as SVG, with a mark at the value that somebody asked about.
Picture occupancy_picture(const OccupancyAnswer& answer, std::optional<double> present = {});

}  // namespace gpumodel
