#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

constexpr int largest_radius = 2;
constexpr int largest_width = 2 * largest_radius + 1;
__constant__ float weight[largest_width * largest_width * largest_width];

template <int R>
__global__ void conv3d(const float* __restrict__ a, float* __restrict__ b, int n) {
  constexpr int width = 2 * R + 1;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (z >= R && z < n - R && y >= R && y < n - R && x >= R && x < n - R) {
    float sum = 0;
#pragma unroll
    for (int k = 0; k < width; ++k) {
#pragma unroll
      for (int i = 0; i < width; ++i) {
#pragma unroll
        for (int j = 0; j < width; ++j)
          sum += weight[(k * width + i) * width + j] *
                 a[((z + k - R) * n + y + i - R) * n + x + j - R];
      }
    }
    b[(z * n + y) * n + x] = sum;
  }
}

}  // namespace

GPUMODEL_CUDA_KERNEL("conv3d", c) {
  gpumodel::require_int_indices(c.kernel_case());
  const auto run = [&](auto kernel) {
    c.copy_to_constant(weight, "weight");
    c.launch(kernel, c.pointer<const float>("a"), c.pointer<float>("b"), c.int_value("n"));
  };
  switch (c.value("radius")) {
    case 1:
      return run(conv3d<1>);
    case 2:
      return run(conv3d<2>);
    default:
      throw gpumodel::CaseError("radius is compiled for 1 and 2");
  }
}
