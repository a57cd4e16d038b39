// The roofs of a device.
#pragma once

#include "src/app/roofline/roofline.hpp"

namespace gpumodel {

std::vector<Roof> roofs_of(const Gpu& gpu);

}  // namespace gpumodel
