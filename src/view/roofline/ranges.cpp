#include "src/view/roofline/ranges.hpp"

#include <algorithm>
#include <cmath>

namespace gpumodel {

double top_of(const RooflineDevice& device) {
  double top = 0.0;
  for (const Roof& roof : device.roofs) {
    if (is_floating(roof.level)) top = std::max(top, roof.value);
  }
  return top;
}

RooflineAxes roofline_axes(const RooflineAnswer& answer) {
  double least_x = 0.1, most_x = 10.0, least_y = 1e12, most_y = 1e12;
  for (const RooflineDevice& device : answer.devices) {
    const double top = top_of(device);
    most_y = std::max(most_y, top);
    if (const Roof* dram = device.reachable(RoofLevel::dram)) {
      most_x = std::max(most_x, top / dram->value);
      least_y = std::min(least_y, least_x * dram->value);
    }
  }
  for (const RooflineStand& stand : answer.stands) {
    if (stand.flop() <= 0.0) continue;
    least_y = std::min(least_y, stand.flop_per_s());
    most_y = std::max(most_y, stand.flop_per_s());
    for (const RoofUse& use : stand.uses) {
      if (!is_memory(use.level)) continue;
      least_x = std::min(least_x, *stand.intensity(use.level));
      most_x = std::max(most_x, *stand.intensity(use.level));
    }
  }
  // What lies further out says no more.
  least_x = std::max(least_x, 1e-4);
  most_x = std::min(most_x, 1e5);
  least_y = std::max(least_y, most_y / 1e8);
  return {Axis::around("FLOP per byte", least_x, most_x, true),
          Axis::around("FLOP per second", least_y, most_y, true, FlopPerSecond::dim)};
}

}  // namespace gpumodel
