// What both pictures of roofs share: the ends of their axes.
#pragma once

#include "src/app/roofline/roofline.hpp"
#include "src/view/picture/plot.hpp"

namespace gpumodel {

struct RooflineAxes {
  Axis intensity, rate;
};
// They hold all ridges and dots.
RooflineAxes roofline_axes(const RooflineAnswer& answer);

// What a device computes at most where a level of memory feeds it, FLOP/s: the largest of its
// arithmetic roofs. 0: none is known.
double top_of(const RooflineDevice& device);

}  // namespace gpumodel
