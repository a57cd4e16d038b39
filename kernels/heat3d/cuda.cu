#include "kernels/heat3d/heat_step.cuh"

namespace {

// Pointers are neither const nor __restrict__, as in the first version of the article.
__global__ void heat3d(float* out, float* in, float lam, float dt, int nx, int ny, int nz) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int j = blockIdx.y * blockDim.y + threadIdx.y;
  const int k = blockIdx.z * blockDim.z + threadIdx.z;
  if (gpumodel::heat3d::inside(i, j, k, nx, ny, nz))
    out[nx * ny * k + nx * j + i] = gpumodel::heat3d::heat_step(in, lam, dt, i, j, k, nx, ny);
}

}  // namespace

GPUMODEL_CUDA_KERNEL("heat3d", c) {
  gpumodel::heat3d::launch(c, heat3d);
}
