// Larkin's step 3: while one block of rows is computed, the one before is copied back. Two queues
// are used again and again, async(block % 2), or each block has a new one, async(block): what a
// queue costs when it is first used belongs to the second program.
#include "validate/programs/openacc/mandelbrot.hpp"

namespace {
using gpumodel::mandelbrot::compute;
using gpumodel::mandelbrot::expect_answer;
using gpumodel::mandelbrot::Image;
using gpumodel::mandelbrot::rows_of;
using gpumodel::mandelbrot::update;
}  // namespace

GPUMODEL_OPENACC_PROGRAM("mandelbrot-async", nothing, expect_answer, p) {
  const Image image(p);
  const int blocks = p.chunks(), queues = p.queues();
  unsigned char* pixels = image.pixels;
  const std::int64_t all = std::int64_t{image.width} * image.height;
#pragma acc data create(pixels[0 : all])
  {
    for (int block = 0; block < blocks; ++block) {
      const auto rows = rows_of(block, blocks, image.height);
      compute(image, rows, block % queues);
      update(image, rows, block % queues);
    }
#pragma acc wait
  }
}

GPUMODEL_OPENACC_PROGRAM("mandelbrot-queues", nothing, expect_answer, p) {
  const Image image(p);
  const int blocks = p.chunks(), first_queue = p.first_queue();
  unsigned char* pixels = image.pixels;
  const std::int64_t all = std::int64_t{image.width} * image.height;
#pragma acc data create(pixels[0 : all])
  {
    for (int block = 0; block < blocks; ++block) {
      const auto rows = rows_of(block, blocks, image.height);
      compute(image, rows, first_queue + block);
      update(image, rows, first_queue + block);
    }
#pragma acc wait
  }
}
