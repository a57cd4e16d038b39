// The convolution in OpenACC block by block: a gang takes by x bx points, and caches hold the halo
// that they share. Outside the grid stands 0.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("conv2d-tiled", kernel, queue) {
  const float* a = kernel.pointer<float>("a");
  float* b = kernel.pointer<float>("b");
  const float* weight = kernel.pointer<float>("weight");
  const int n = kernel.int_value("n"), m = kernel.int_value("m"), R = kernel.int_value("radius");
  const int bx = kernel.int_value("bx"), by = kernel.int_value("by");
#pragma acc parallel loop gang collapse(2) vector_length(128) deviceptr(a, b, weight) async(queue)
  for (int top = 0; top < n; top += by) {
    for (int left = 0; left < m; left += bx) {
#pragma acc loop vector collapse(2)
      for (int y = 0; y < by; ++y) {
        for (int x = 0; x < bx; ++x) {
          if (top + y >= n || left + x >= m) continue;
          float sum = 0.0F;
          for (int i = 0; i <= 2 * R; ++i) {
            for (int j = 0; j <= 2 * R; ++j) {
              const int gy = top + y + i - R, gx = left + x + j - R;
              const bool inside = gy >= 0 && gy < n && gx >= 0 && gx < m;
              if (inside) sum += weight[i * (2 * R + 1) + j] * a[std::int64_t{gy} * m + gx];
            }
          }
          b[std::int64_t{top + y} * m + left + x] = sum;
        }
      }
    }
  }
}
