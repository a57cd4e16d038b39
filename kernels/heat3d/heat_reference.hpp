// The answer of every kernel that does one step of the heat equation in 3D.
#pragma once

#include "kernels/heat3d/constants.hpp"
#include "validate/cases/tolerances.hpp"

namespace gpumodel {

// The border of Te_out is not written.
inline void expect_heat_step(Reference& r) {
  const auto in = r.input<float>("Te_in");
  const std::int64_t nx = r.value("nx"), ny = r.value("ny"), nz = r.value("nz");
  const auto step = [=](std::int64_t point) -> std::optional<double> {
    const std::int64_t i = point % nx, j = point / nx % ny, k = point / (nx * ny);
    if (i == 0 || i == nx - 1 || j == 0 || j == ny - 1 || k == 0 || k == nz - 1)
      return std::nullopt;
    const auto at = [&](std::int64_t offset) { return static_cast<double>(in[point + offset]); };
    const double flow = at(-1) + at(1) + at(-nx) + at(nx) + at(-nx * ny) + at(nx * ny) - 6 * at(0);
    return at(0) + static_cast<double>(heat3d::lam) * flow * static_cast<double>(heat3d::dt);
  };
  r.expect<float>("Te_out", rounding<float>(20), step);
}

}  // namespace gpumodel
