#include "kernels/fma-chains-f64/constants.hpp"
#include "validate/cases/cuda_kernel.cuh"

namespace {

template <int Chains>
__global__ void fma_chains(double* out, double a, double b, int iters) {
  double x[Chains];
#pragma unroll
  for (int c = 0; c < Chains; ++c) x[c] = threadIdx.x + c;
  for (int k = 0; k < iters; ++k) {
#pragma unroll
    for (int c = 0; c < Chains; ++c) x[c] = x[c] * a + b;
  }
  double sum = 0;
#pragma unroll
  for (int c = 0; c < Chains; ++c) sum += x[c];
  if (sum == 12345.678) out[blockIdx.x * blockDim.x + threadIdx.x] = sum;  // never
}

}  // namespace

GPUMODEL_CUDA_KERNEL("fma-chains-f64", c) {
  const auto run = [&](auto kernel) {
    c.launch(kernel, c.pointer<double>("out"), gpumodel::fma_chains_f64::a,
             gpumodel::fma_chains_f64::b, c.int_value("iters"));
  };
  switch (c.value("ilp")) {
    case 1:
      return run(fma_chains<1>);
    case 2:
      return run(fma_chains<2>);
    case 4:
      return run(fma_chains<4>);
    case 8:
      return run(fma_chains<8>);
    default:
      throw gpumodel::CaseError("ilp is compiled for 1, 2, 4 and 8");
  }
}
