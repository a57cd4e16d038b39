// The 3D convolution in OpenACC, a line of points per gang.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("conv3d", kernel, queue) {
  const float* a = kernel.pointer<float>("a");
  float* b = kernel.pointer<float>("b");
  const float* weight = kernel.pointer<float>("weight");
  const int n = kernel.int_value("n"), R = kernel.int_value("radius"), width = 2 * R + 1;
  const std::int64_t row = n, plane = row * n;
#pragma acc parallel loop gang collapse(2) vector_length(128) deviceptr(a, b, weight) async(queue)
  for (int z = R; z < n - R; ++z) {
    for (int y = R; y < n - R; ++y) {
#pragma acc loop vector
      for (int x = R; x < n - R; ++x) {
        const float* corner = a + (z - R) * plane + (y - R) * row + (x - R);
        float sum = 0.0F;
        for (int k = 0; k < width; ++k) {
          for (int i = 0; i < width; ++i) {
            for (int j = 0; j < width; ++j) {
              sum += weight[(k * width + i) * width + j] * corner[k * plane + i * row + j];
            }
          }
        }
        b[z * plane + y * row + x] = sum;
      }
    }
  }
}
