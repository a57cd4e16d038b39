#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

constexpr int largest_radius = 3;
__constant__ float weight[(2 * largest_radius + 1) * (2 * largest_radius + 1)];

template <int R>
__global__ void conv2d(const float* __restrict__ a, float* __restrict__ b, int n, int m) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (y < R || y >= n - R || x < R || x >= m - R) return;
  float sum = 0;
#pragma unroll
  for (int i = 0; i <= 2 * R; ++i) {
#pragma unroll
    for (int j = 0; j <= 2 * R; ++j)
      sum += weight[i * (2 * R + 1) + j] * a[(y + i - R) * m + x + j - R];
  }
  b[y * m + x] = sum;
}

}  // namespace

GPUMODEL_CUDA_KERNEL("conv2d", c) {
  gpumodel::require_int_indices(c.kernel_case());
  const auto run = [&](auto kernel) {
    c.copy_to_constant(weight, "weight");
    c.launch(kernel, c.pointer<const float>("a"), c.pointer<float>("b"), c.int_value("n"),
             c.int_value("m"));
  };
  switch (c.value("radius")) {
    case 1:
      return run(conv2d<1>);
    case 2:
      return run(conv2d<2>);
    case 3:
      return run(conv2d<3>);
    default:
      throw gpumodel::CaseError("radius is compiled for 1, 2 and 3");
  }
}
