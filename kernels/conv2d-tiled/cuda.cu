#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

constexpr int largest_radius = 3;
__constant__ float weight[(2 * largest_radius + 1) * (2 * largest_radius + 1)];

// Blocks of BX x BY threads; a tile is a block with R more points on each side.
template <int R, int BX, int BY>
__global__ void conv2d_tiled(const float* __restrict__ a, float* __restrict__ b, int n, int m) {
  __shared__ float tile[BY + 2 * R][BX + 2 * R];
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int tx = threadIdx.x, ty = threadIdx.y;
  for (int i = ty; i < BY + 2 * R; i += BY) {
    for (int j = tx; j < BX + 2 * R; j += BX) {
      const int gy = blockIdx.y * BY + i - R, gx = blockIdx.x * BX + j - R;
      tile[i][j] = gy >= 0 && gy < n && gx >= 0 && gx < m ? a[gy * m + gx] : 0;
    }
  }
  __syncthreads();
  if (y < n && x < m) {
    float sum = 0;
#pragma unroll
    for (int i = 0; i <= 2 * R; ++i) {
#pragma unroll
      for (int j = 0; j <= 2 * R; ++j) sum += weight[i * (2 * R + 1) + j] * tile[ty + i][tx + j];
    }
    b[y * m + x] = sum;
  }
}

template <int BX, int BY>
void launch(gpumodel::CudaLaunch& c) {
  const auto run = [&](auto kernel) {
    c.copy_to_constant(weight, "weight");
    c.launch(kernel, c.pointer<const float>("a"), c.pointer<float>("b"), c.int_value("n"),
             c.int_value("m"));
  };
  switch (c.value("radius")) {
    case 1:
      return run(conv2d_tiled<1, BX, BY>);
    case 2:
      return run(conv2d_tiled<2, BX, BY>);
    case 3:
      return run(conv2d_tiled<3, BX, BY>);
    default:
      throw gpumodel::CaseError("radius is compiled for 1, 2 and 3");
  }
}

}  // namespace

GPUMODEL_CUDA_KERNEL("conv2d-tiled", c) {
  gpumodel::require_int_indices(c.kernel_case());
  const std::int64_t bx = c.value("bx"), by = c.value("by");
  if (bx == 32 && by == 16) return launch<32, 16>(c);
  if (bx == 32 && by == 8) return launch<32, 8>(c);
  if (bx == 16 && by == 16) return launch<16, 16>(c);
  throw gpumodel::CaseError("bx x by is compiled for 32 x 16, 32 x 8 and 16 x 16");
}
