// The matrix product through tiles in shared memory, in both precisions.
#pragma once

#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace gpumodel {

// n is a multiple of the tile: the grid of the descriptor has n / tile blocks.
template <class T, int Tile>
__global__ void matmul_tiled(const T* __restrict__ a, const T* __restrict__ b, T* __restrict__ c,
                             int n) {
  __shared__ T as[Tile][Tile], bs[Tile][Tile];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * Tile + ty, col = blockIdx.x * Tile + tx;
  T sum = 0;
  for (int t = 0; t < n / Tile; ++t) {
    as[ty][tx] = a[row * n + t * Tile + tx];
    bs[ty][tx] = b[(t * Tile + ty) * n + col];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < Tile; ++k) sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * n + col] = sum;
}

template <class T>
void launch_matmul_tiled(CudaLaunch& c) {
  require_int_indices(c.kernel_case());
  const auto run = [&](auto kernel) {
    c.launch(kernel, c.pointer<const T>("A"), c.pointer<const T>("B"), c.pointer<T>("C"),
             c.int_value("n"));
  };
  switch (c.value("tile")) {
    case 16:
      return run(matmul_tiled<T, 16>);
    case 32:
      return run(matmul_tiled<T, 32>);
    default:
      throw CaseError("tile is compiled for 16 and 32");
  }
}

}  // namespace gpumodel
