// The Mandelbrot set in OpenACC, a row of pixels per gang.
#include "kernels/mandelbrot/window.hpp"
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("mandelbrot", kernel, queue) {
  unsigned char* image = kernel.pointer<unsigned char>("image");
  const int width = kernel.int_value("width"), height = kernel.int_value("height");
  const int first_row = kernel.int_value("first_row"), rows = kernel.int_value("rows");
  const int iters = kernel.int_value("iters");
  const gpumodel::mandelbrot::Window window = gpumodel::mandelbrot::window(width, height);
  const double xmin = window.xmin, ymin = window.ymin, dx = window.dx, dy = window.dy;
#pragma acc parallel loop gang vector_length(128) deviceptr(image) async(queue)
  for (int py = first_row; py < first_row + rows; ++py) {
#pragma acc loop vector
    for (int px = 0; px < width; ++px) {
      const double x0 = xmin + px * dx, y0 = ymin + py * dy;
      double x = 0.0, y = 0.0;
      int i = 0;
      while (x * x + y * y < 4.0 && i < iters) {
        const double t = x * x - y * y + x0;
        y = 2 * x * y + y0;
        x = t;
        ++i;
      }
      image[std::int64_t{py} * width + px] = static_cast<unsigned char>(255.0 * i / iters);
    }
  }
}
