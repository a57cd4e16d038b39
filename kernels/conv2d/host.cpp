// The 2D convolution on the host: each thread takes a run of rows.
#include "validate/cases/host_kernel.hpp"

GPUMODEL_HOST_KERNEL("conv2d", kernel) {
  const float* a = kernel.pointer<float>("a");
  float* b = kernel.pointer<float>("b");
  const float* weight = kernel.pointer<float>("weight");
  const std::int64_t n = kernel.value("n"), m = kernel.value("m"), R = kernel.value("radius");
  const std::int64_t width = 2 * R + 1;
#pragma omp parallel for schedule(static)
  for (std::int64_t y = R; y < n - R; ++y) {
    float* row = b + y * m;
    for (std::int64_t x = R; x < m - R; ++x) row[x] = 0.0F;
    // Points innermost, so that neighbours fill a vector register.
    for (std::int64_t i = 0; i < width; ++i) {
      for (std::int64_t j = 0; j < width; ++j) {
        const float w = weight[i * width + j];
        const float* shifted = a + (y + i - R) * m + (j - R);
#pragma omp simd
        for (std::int64_t x = R; x < m - R; ++x) row[x] += w * shifted[x];
      }
    }
  }
}
