// Blocks of rows alternate between two queues: while one block is computed, the one before is
// copied back. Queues cost time to make, so that two are used again and again.
#include "validate/openacc/mandelbrot.hpp"

using gpumodel::Image;

GPUMODEL_IDIOM("async-wait", nothing) {
  constexpr int width = Image::width, blocks = 8, rows = Image::height / blocks;
  std::vector<unsigned char> pixels(static_cast<std::size_t>(width) * Image::height);
  unsigned char* image = pixels.data();
#pragma acc data create(image[0 : width * Image::height])
  {
    for (int block = 0; block < blocks; ++block) {
      const int first = block * rows;
#pragma acc parallel loop collapse(2) present(image[0 : width * Image::height]) async(block % 2)
      for (int py = first; py < first + rows; ++py)
        for (int px = 0; px < width; ++px) image[py * width + px] = gpumodel::mandelbrot(px, py);
#pragma acc update self(image[first * width : rows * width]) async(block % 2)
    }
#pragma acc wait
  }
  gpumodel::expect_mandelbrot(pixels);
}
