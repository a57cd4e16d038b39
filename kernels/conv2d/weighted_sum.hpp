// One point of a 2D convolution, for the references.
#pragma once

#include "validate/cases/tolerances.hpp"

namespace gpumodel {

// The grid `a` of n x m, stored by rows.
struct Convolution2d {
  Input<float> a, weight;
  std::int64_t n, m, radius;

  std::int64_t width() const { return 2 * radius + 1; }

  // Neighbours outside the grid are 0.
  double operator()(std::int64_t y, std::int64_t x) const {
    double sum = 0;
    for (std::int64_t i = 0; i < width(); ++i)
      for (std::int64_t j = 0; j < width(); ++j) {
        const std::int64_t gy = y + i - radius, gx = x + j - radius;
        if (gy < 0 || gy >= n || gx < 0 || gx >= m) continue;
        sum += static_cast<double>(weight[i * width() + j]) * static_cast<double>(a[gy * m + gx]);
      }
    return sum;
  }
};

inline Convolution2d convolution_2d(Reference& r) {
  return {r.input<float>("a"), r.input<float>("weight"), r.value("n"), r.value("m"),
          r.value("radius")};
}

}  // namespace gpumodel
