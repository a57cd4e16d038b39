#include "kernels/heat3d/heat_step.cuh"

namespace {

// `Points` points per thread, one above the other.
template <int Points>
__global__ void heat3d_zfactor(float* __restrict__ out, const float* __restrict__ in, float lam,
                               float dt, int nx, int ny, int nz) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int j = blockIdx.y * blockDim.y + threadIdx.y;
  int k = (blockIdx.z * blockDim.z + threadIdx.z) * Points;
#pragma unroll
  for (int step = 0; step < Points; ++step, ++k)
    if (gpumodel::heat3d::inside(i, j, k, nx, ny, nz))
      out[nx * ny * k + nx * j + i] = gpumodel::heat3d::heat_step(in, lam, dt, i, j, k, nx, ny);
}

}  // namespace

GPUMODEL_CUDA_KERNEL("heat3d-zfactor", c) {
  switch (c.value("zf")) {
    case 1:
      return gpumodel::heat3d::launch(c, heat3d_zfactor<1>);
    case 2:
      return gpumodel::heat3d::launch(c, heat3d_zfactor<2>);
    case 4:
      return gpumodel::heat3d::launch(c, heat3d_zfactor<4>);
    case 8:
      return gpumodel::heat3d::launch(c, heat3d_zfactor<8>);
    default:
      throw gpumodel::CaseError("zf is compiled for 1, 2, 4 and 8");
  }
}
