#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

template <int Lanes>
__global__ void spmv_vector(const int* __restrict__ row_start, const int* __restrict__ col,
                            const double* __restrict__ val, const double* __restrict__ x,
                            double* __restrict__ y, int rows) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / Lanes, l = threadIdx.x % Lanes;
  if (row >= rows) return;
  double sum = 0;
  const int last = row_start[row + 1];
  for (int k = row_start[row] + l; k < last; k += Lanes) sum += val[k] * x[col[k]];
#pragma unroll
  for (int offset = Lanes / 2; offset > 0; offset >>= 1)
    sum += __shfl_down_sync(~0U, sum, offset, Lanes);
  if (l == 0) y[row] = sum;
}

}  // namespace

GPUMODEL_CUDA_KERNEL("spmv-vector", c) {
  gpumodel::require_int_indices(c.kernel_case());
  if (c.value("rows") * c.value("lanes") % 32 != 0)
    throw gpumodel::CaseError("rows * lanes must be a multiple of 32: warps work as a whole");
  const auto run = [&](auto kernel) {
    c.launch(kernel, c.pointer<const int>("row_start"), c.pointer<const int>("col"),
             c.pointer<const double>("val"), c.pointer<const double>("x"), c.pointer<double>("y"),
             c.int_value("rows"));
  };
  switch (c.value("lanes")) {
    case 2:
      return run(spmv_vector<2>);
    case 4:
      return run(spmv_vector<4>);
    case 8:
      return run(spmv_vector<8>);
    case 16:
      return run(spmv_vector<16>);
    case 32:
      return run(spmv_vector<32>);
    default:
      throw gpumodel::CaseError("lanes is compiled for 2, 4, 8, 16 and 32");
  }
}
