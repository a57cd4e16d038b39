#include "kernels/nbody/constants.hpp"
#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

constexpr int tile = 256;  // bodies, and threads of a block

// Bodies are x, y, z, mass. n is a multiple of the tile.
__global__ void nbody(const float4* __restrict__ p, float4* __restrict__ acc, int n, float eps2) {
  __shared__ float4 s[tile];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 me = p[i];
  float ax = 0, ay = 0, az = 0;
  for (int t = 0; t < n; t += tile) {
    s[threadIdx.x] = p[t + threadIdx.x];
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < tile; ++k) {
      const float4 other = s[k];
      const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
      const float d2 = dx * dx + dy * dy + dz * dz + eps2;
      const float inv = rsqrtf(d2);
      const float f = other.w * inv * inv * inv;
      ax += dx * f;
      ay += dy * f;
      az += dz * f;
    }
    __syncthreads();
  }
  acc[i] = make_float4(ax, ay, az, 0);
}

}  // namespace

GPUMODEL_CUDA_KERNEL("nbody", c) {
  gpumodel::require_int_indices(c.kernel_case());
  c.launch(nbody, c.pointer<const float4>("p"), c.pointer<float4>("acc"), c.int_value("N"),
           gpumodel::nbody::eps2);
}
