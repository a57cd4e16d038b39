#include "kernels/mandelbrot/window.hpp"
#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

// Rows from `first_row` up to, not including, `end_row`.
__global__ void mandelbrot(unsigned char* __restrict__ image, int width, int end_row, int first_row,
                           double xmin, double ymin, double dx, double dy, int iters) {
  const int px = blockIdx.x * blockDim.x + threadIdx.x;
  const int py = blockIdx.y * blockDim.y + threadIdx.y + first_row;
  if (px >= width || py >= end_row) return;
  const double x0 = xmin + px * dx, y0 = ymin + py * dy;
  double x = 0, y = 0;
  int i;
  for (i = 0; x * x + y * y < 4.0 && i < iters; ++i) {
    const double t = x * x - y * y + x0;
    y = 2 * x * y + y0;
    x = t;
  }
  image[static_cast<long>(py) * width + px] = 255.0 * i / iters;
}

}  // namespace

GPUMODEL_CUDA_KERNEL("mandelbrot", c) {
  gpumodel::require_int_index(c.value("width") + gpumodel::block_tail);
  const auto [xmin, ymin, dx, dy] =
      gpumodel::mandelbrot::window(c.value("width"), c.value("height"));
  const int first_row = c.int_value("first_row");
  c.launch(mandelbrot, c.pointer<unsigned char>("image"), c.int_value("width"),
           first_row + c.int_value("rows"), first_row, xmin, ymin, dx, dy, c.int_value("iters"));
}
