// Where the pixels of the image lie in the plane.
#pragma once

#include <cmath>
#include <cstdint>

namespace gpumodel::mandelbrot {

// Pixel (px, py) is the point (xmin + px * dx, ymin + py * dy). All four are multiples of 2^-33, so
// that points are exact, with fused multiply-adds and without: rounding errors would decide which
// pixels on the real axis ever leave.
struct Window {
  double xmin, ymin, dx, dy;
};

// From -1.7 to 0.5 and from -1.2 to 1.2; the middle row is the real axis.
inline Window window(std::int64_t width, std::int64_t height) {
  const auto rounded = [](double x) { return std::round(x * 0x1p32) * 0x1p-32; };
  const double dx = rounded(2.2 / static_cast<double>(width));
  const double dy = rounded(2.4 / static_cast<double>(height));
  return {rounded(-1.7), -dy * static_cast<double>(height) / 2, dx, dy};
}

}  // namespace gpumodel::mandelbrot
