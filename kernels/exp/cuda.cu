#include "validate/cases/cuda_kernel.cuh"

namespace {

template <int Chains>
__global__ void exp_chains(float* out, int iters) {
  float x[Chains];
#pragma unroll
  for (int c = 0; c < Chains; ++c) x[c] = threadIdx.x + c;
  for (int k = 0; k < iters; ++k) {
#pragma unroll
    for (int c = 0; c < Chains; ++c) x[c] = expf(x[c]);
  }
  float sum = x[0];
#pragma unroll
  for (int c = 1; c < Chains; ++c) sum += x[c];
  if (sum == 12345.678F) out[blockIdx.x * blockDim.x + threadIdx.x] = sum;  // never: infinite
}

}  // namespace

GPUMODEL_CUDA_KERNEL("exp", c) {
  const auto run = [&](auto kernel) {
    c.launch(kernel, c.pointer<float>("out"), c.int_value("iters"));
  };
  switch (c.value("ilp")) {
    case 1:
      return run(exp_chains<1>);
    case 2:
      return run(exp_chains<2>);
    case 4:
      return run(exp_chains<4>);
    case 8:
      return run(exp_chains<8>);
    default:
      throw gpumodel::CaseError("ilp is compiled for 1, 2, 4 and 8");
  }
}
