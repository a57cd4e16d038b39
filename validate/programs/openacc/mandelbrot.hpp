// A block of rows of the Mandelbrot set, and the answer of all its programs.
#pragma once

#include <openacc.h>

#include <algorithm>
#include <string>

#include "kernels/mandelbrot/window.hpp"
#include "validate/programs/openacc/program.hpp"

namespace gpumodel::mandelbrot {

constexpr int iterations = 100;

#pragma acc routine seq
inline unsigned char colour(double x0, double y0) {
  double x = 0.0, y = 0.0;
  int i = 0;
  for (; x * x + y * y < 4.0 && i < iterations; ++i) {
    const double t = x * x - y * y + x0;
    y = 2.0 * x * y + y0;
    x = t;
  }
  return static_cast<unsigned char>(255.0 * i / iterations);
}

struct Image {
  unsigned char* pixels;
  int width, height;

  explicit Image(OpenAccProgram& p)
      : pixels(p.buffer<unsigned char>("image")),
        width(p.value("width")),
        height(p.value("height")) {}
};

struct Rows {
  int first, count;
};
// As equal as whole rows allow: the first blocks get one more.
inline Rows rows_of(int block, int blocks, int height) {
  const int size = height / blocks, more = height % blocks;
  return {block * size + std::min(block, more), size + (block < more ? 1 : 0)};
}

// A row per gang, in a queue; acc_async_sync waits for the end. The image is on the device.
inline void compute(const Image& image, Rows rows, int queue) {
  unsigned char* pixels = image.pixels;
  const int width = image.width, first = rows.first, end = rows.first + rows.count;
  const std::int64_t all = std::int64_t{width} * image.height;
  const Window window = mandelbrot::window(width, image.height);
  const double xmin = window.xmin, ymin = window.ymin, dx = window.dx, dy = window.dy;
#pragma acc parallel loop gang vector_length(128) present(pixels[0 : all]) async(queue)
  for (int py = first; py < end; ++py) {
#pragma acc loop vector
    for (int px = 0; px < width; ++px) {
      pixels[std::int64_t{py} * width + px] = colour(xmin + px * dx, ymin + py * dy);
    }
  }
}

// Copies a block of rows back, in a queue.
inline void update(const Image& image, Rows rows, int queue) {
  unsigned char* pixels = image.pixels;
  const std::int64_t first = std::int64_t{rows.first} * image.width;
  const std::int64_t size = std::int64_t{rows.count} * image.width;
#pragma acc update self(pixels[first : size]) async(queue)
}

// Fused multiply-adds round once where the host rounds twice: a pixel on the edge may differ.
inline void expect_answer(const OpenAccProgram& p) {
  const int width = p.value("width"), height = p.value("height");
  const Window at = window(width, height);
  const auto* image = p.left<unsigned char>("image");
  const auto places = sampled_places(std::int64_t{width} * height);
  std::size_t different = 0;
  for (const std::int64_t place : places) {
    const auto px = static_cast<double>(place % width), py = static_cast<double>(place / width);
    if (image[place] != colour(at.xmin + px * at.dx, at.ymin + py * at.dy)) ++different;
  }
  if (different * 1000 > places.size()) {
    throw WrongAnswer(std::to_string(different) + " of " + std::to_string(places.size()) +
                      " pixels are wrong");
  }
}

}  // namespace gpumodel::mandelbrot
