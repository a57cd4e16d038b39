// What the heat kernels multiply with: conductivity and time step. The step is short enough to be
// stable (lam * dt < 1/6), so that all temperatures stay within those of the start.
#pragma once

namespace gpumodel::heat3d {

constexpr float lam = 1.0F;
constexpr float dt = 0.1F;

}  // namespace gpumodel::heat3d
