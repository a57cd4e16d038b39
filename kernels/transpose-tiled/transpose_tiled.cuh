// The transpose through a tile in shared memory, with or without padding.
#pragma once

#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace gpumodel {

// `Padding` words more per row of the tile: with 1, a column lies in 32 different banks.
template <int Padding>
__global__ void transpose_tiled(const float* __restrict__ a, float* __restrict__ b, int n) {
  __shared__ float tile[32][32 + Padding];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
  for (int k = 0; k < 32; k += 8) tile[threadIdx.y + k][threadIdx.x] = a[(y + k) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
  for (int k = 0; k < 32; k += 8) b[(y + k) * n + x] = tile[threadIdx.x][threadIdx.y + k];
}

template <int Padding>
void launch_transpose_tiled(CudaLaunch& c) {
  require_int_indices(c.kernel_case());
  c.launch(transpose_tiled<Padding>, c.pointer<const float>("a"), c.pointer<float>("b"),
           c.int_value("n"));
}

}  // namespace gpumodel
