#include "validate/cases/int_indices.hpp"
#include "validate/cases/warp_sum.cuh"

namespace {

// The maximum over a warp; lane 0 has it.
__device__ double warp_max(double v) {
#pragma unroll
  for (int offset = 16; offset > 0; offset >>= 1) v = fmax(v, __shfl_down_sync(~0U, v, offset));
  return v;
}

__global__ void jacobi2d_max(const double* __restrict__ u, double* __restrict__ u_new,
                             double* __restrict__ err, int n, int m) {
  __shared__ double s[32];
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  double e = 0;
  if (i > 0 && i < n - 1 && j > 0 && j < m - 1) {
    const double v =
        0.25 * (u[i * m + j - 1] + u[i * m + j + 1] + u[(i - 1) * m + j] + u[(i + 1) * m + j]);
    u_new[i * m + j] = v;
    e = fabs(v - u[i * m + j]);
  }
  e = warp_max(e);
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  const int lane = thread & 31, warp = thread >> 5, warps = blockDim.x * blockDim.y / 32;
  if (lane == 0) s[warp] = e;
  __syncthreads();
  if (warp == 0) {
    e = warp_max(lane < warps ? s[lane] : 0);
    // Doubles that are not negative are ordered as their bits are.
    if (lane == 0) atomicMax(reinterpret_cast<unsigned long long*>(err), __double_as_longlong(e));
  }
}

}  // namespace

GPUMODEL_CUDA_KERNEL("jacobi2d-max", c) {
  gpumodel::require_int_indices(c.kernel_case());
  gpumodel::require_whole_warps(c.kernel_case());
  c.launch(jacobi2d_max, c.pointer<const double>("U"), c.pointer<double>("Unew"),
           c.pointer<double>("err"), c.int_value("n"), c.int_value("m"));
}
