#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

// The sum over the lanes of a warp, in its first lane.
__device__ double warp_sum(double value) {
#pragma unroll
  for (int offset = 16; offset > 0; offset >>= 1) value += __shfl_down_sync(~0U, value, offset);
  return value;
}

// A block is a gang: a row of it a worker, its threads the lanes of a vector.
template <int Vectors>
__global__ void spmv_rows(const int* __restrict__ row_start, const int* __restrict__ col,
                          const double* __restrict__ val, const double* __restrict__ x,
                          double* __restrict__ y, int rows) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  double sum = 0;
  const int last = row_start[row + 1];
  for (int k = row_start[row] + threadIdx.x; k < last; k += Vectors) sum += val[k] * x[col[k]];
  sum = warp_sum(sum);
  if constexpr (Vectors > 32) {  // one worker
    __shared__ double s[32];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (lane == 0) s[warp] = sum;
    __syncthreads();
    if (warp == 0) sum = warp_sum(lane < Vectors / 32 ? s[lane] : 0.0);
  }
  if (threadIdx.x == 0) y[row] = sum;
}

}  // namespace

GPUMODEL_CUDA_KERNEL("spmv-rows", c) {
  gpumodel::require_int_indices(c.kernel_case());
  if (c.value("vectors") > 32 && c.value("workers") != 1)
    throw gpumodel::CaseError("vectors of several warps have one worker");
  const auto run = [&](auto kernel) {
    c.launch(kernel, c.pointer<const int>("row_start"), c.pointer<const int>("col"),
             c.pointer<const double>("val"), c.pointer<const double>("x"), c.pointer<double>("y"),
             c.int_value("rows"));
  };
  switch (c.value("vectors")) {
    case 32:
      return run(spmv_rows<32>);
    case 64:
      return run(spmv_rows<64>);
    case 128:
      return run(spmv_rows<128>);
    case 256:
      return run(spmv_rows<256>);
    case 512:
      return run(spmv_rows<512>);
    case 1024:
      return run(spmv_rows<1024>);
    default:
      throw gpumodel::CaseError("vectors is compiled for 32, 64, 128, 256, 512 and 1024");
  }
}
