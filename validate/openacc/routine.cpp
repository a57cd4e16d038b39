// A function that regions call is compiled for the device too: `routine seq` where each call runs
// in one lane. mandelbrot() is such a function.
#include "validate/openacc/mandelbrot.hpp"

using gpumodel::Image;

GPUMODEL_IDIOM("routine", nothing) {
  constexpr int width = Image::width, height = Image::height;
  std::vector<unsigned char> pixels(static_cast<std::size_t>(width) * height);
  unsigned char* image = pixels.data();
#pragma acc parallel loop gang copyout(image[0 : width * height])
  for (int py = 0; py < height; ++py) {
#pragma acc loop vector
    for (int px = 0; px < width; ++px) image[py * width + px] = gpumodel::mandelbrot(px, py);
  }
  gpumodel::expect_mandelbrot(pixels);
}
