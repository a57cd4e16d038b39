// The image that several idioms compute, row by row and in blocks of rows.
#pragma once

#include "validate/openacc/idiom.hpp"

namespace gpumodel {

struct Image {
  static constexpr int width = 512, height = 512, iterations = 100;
};

#pragma acc routine seq
inline unsigned char mandelbrot(int px, int py) {
  const double x0 = -1.7 + px * 2.2 / Image::width, y0 = -1.2 + py * 2.4 / Image::height;
  double x = 0.0, y = 0.0;
  int i = 0;
  for (; i < Image::iterations && x * x + y * y < 4.0; ++i) {
    const double t = x * x - y * y + x0;
    y = 2.0 * x * y + y0;
    x = t;
  }
  return static_cast<unsigned char>(255 * i / Image::iterations);
}

// Fused multiply-adds round once where the host rounds twice: a pixel on the edge may differ.
inline void expect_mandelbrot(const std::vector<unsigned char>& image) {
  std::size_t at = 0;
  int different = 0;
  for (int py = 0; py < Image::height; ++py)
    for (int px = 0; px < Image::width; ++px) different += image[at++] != mandelbrot(px, py);
  expect(different <= Image::width * Image::height / 1000,
         std::to_string(different) + " pixels are wrong");
}

}  // namespace gpumodel
