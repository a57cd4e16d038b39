#include <cmath>

#include "kernels/mandelbrot/window.hpp"
#include "validate/cases/reference.hpp"

namespace {

// nvcc fuses the addition of y0 and nothing else; so does this. Orbits near the border of the set
// amplify rounding errors: a compiler that fuses other additions changes none of 2 million pixels
// with 100 iterations, one in 15000 with 1000.
int rounds(double x0, double y0, int iters) {
  double x = 0, y = 0;
  int i = 0;
  for (; x * x + y * y < 4.0 && i < iters; ++i) {
    const double t = x * x - y * y + x0;
    y = std::fma(2 * x, y, y0);
    x = t;
  }
  return i;
}

}  // namespace

GPUMODEL_REFERENCE("mandelbrot", r) {
  const std::int64_t width = r.value("width"), height = r.value("height");
  const std::int64_t first_row = r.value("first_row"), rows = r.value("rows");
  const int iters = r.kernel_case().int_value("iters");
  if (first_row < 0 || rows < 0 || first_row > height - rows)
    throw gpumodel::CaseError("first_row and rows must lie within the image");
  if (iters < 1) throw gpumodel::CaseError("iters must be at least 1");
  const auto window = gpumodel::mandelbrot::window(width, height);
  const auto pixel = [=](std::int64_t at) -> std::optional<double> {
    const std::int64_t px = at % width, py = at / width;
    if (py < first_row || py >= first_row + rows) return std::nullopt;
    const double x0 = window.xmin + static_cast<double>(px) * window.dx;
    const double y0 = window.ymin + static_cast<double>(py) * window.dy;
    const auto byte = static_cast<std::uint8_t>(255.0 * rounds(x0, y0, iters) / iters);
    return static_cast<std::int8_t>(byte);  // the i8 of the descriptor
  };
  r.expect<std::int8_t>("image", {}, pixel, iters);
}
