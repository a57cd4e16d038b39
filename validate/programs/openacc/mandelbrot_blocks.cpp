// Mandelbrot as Larkin begins it: one region that copies the image both ways; then the rows in
// blocks, the image copied back once; then each block by an update of its own. Nothing overlaps.
#include "validate/programs/openacc/mandelbrot.hpp"

namespace {
using gpumodel::mandelbrot::compute;
using gpumodel::mandelbrot::expect_answer;
using gpumodel::mandelbrot::Image;
using gpumodel::mandelbrot::rows_of;
using gpumodel::mandelbrot::update;
}  // namespace

GPUMODEL_OPENACC_PROGRAM("mandelbrot-baseline", nothing, expect_answer, p) {
  const Image image(p);
  unsigned char* pixels = image.pixels;
  const std::int64_t all = std::int64_t{image.width} * image.height;
#pragma acc data copy(pixels[0 : all])
  compute(image, {0, image.height}, acc_async_sync);
}

GPUMODEL_OPENACC_PROGRAM("mandelbrot-blocked", nothing, expect_answer, p) {
  const Image image(p);
  const int blocks = p.chunks();
  unsigned char* pixels = image.pixels;
  const std::int64_t all = std::int64_t{image.width} * image.height;
#pragma acc data copyout(pixels[0 : all])
  for (int block = 0; block < blocks; ++block) {
    compute(image, rows_of(block, blocks, image.height), acc_async_sync);
  }
}

GPUMODEL_OPENACC_PROGRAM("mandelbrot-updates", nothing, expect_answer, p) {
  const Image image(p);
  const int blocks = p.chunks();
  unsigned char* pixels = image.pixels;
  const std::int64_t all = std::int64_t{image.width} * image.height;
#pragma acc data create(pixels[0 : all])
  for (int block = 0; block < blocks; ++block) {
    const auto rows = rows_of(block, blocks, image.height);
    compute(image, rows, acc_async_sync);
    update(image, rows, acc_async_sync);
  }
}
