// The 2D convolution in OpenACC, a row per gang and neighbouring points per vector.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("conv2d", kernel, queue) {
  const float* a = kernel.pointer<float>("a");
  float* b = kernel.pointer<float>("b");
  const float* weight = kernel.pointer<float>("weight");
  const int n = kernel.int_value("n"), m = kernel.int_value("m"), R = kernel.int_value("radius");
#pragma acc parallel loop gang vector_length(128) deviceptr(a, b, weight) async(queue)
  for (int y = R; y < n - R; ++y) {
#pragma acc loop vector
    for (int x = R; x < m - R; ++x) {
      float sum = 0.0F;
      for (int i = 0; i <= 2 * R; ++i) {
        const std::int64_t row = std::int64_t{y + i - R} * m + x - R;
        for (int j = 0; j <= 2 * R; ++j) sum += weight[i * (2 * R + 1) + j] * a[row + j];
      }
      b[std::int64_t{y} * m + x] = sum;
    }
  }
}
