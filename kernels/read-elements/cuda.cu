#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

// All loads come before the first addition.
template <int Elements>
__global__ void read_elements(const float* __restrict__ a, float* __restrict__ out, int n) {
  const int first = blockIdx.x * blockDim.x * Elements + threadIdx.x;
  float v[Elements], sum = 0;
#pragma unroll
  for (int u = 0; u < Elements; ++u) {
    const int i = first + u * blockDim.x;
    v[u] = i < n ? a[i] : 0;
  }
#pragma unroll
  for (int u = 0; u < Elements; ++u) sum += v[u];
  if (sum == 12345.678F) out[0] = sum;  // never: all numbers are negative
}

}  // namespace

GPUMODEL_CUDA_KERNEL("read-elements", c) {
  gpumodel::require_int_indices(c.kernel_case());
  const auto run = [&](auto kernel) {
    c.launch(kernel, c.pointer<const float>("a"), c.pointer<float>("out"), c.int_value("N"));
  };
  switch (c.value("elements")) {
    case 1:
      return run(read_elements<1>);
    case 2:
      return run(read_elements<2>);
    case 4:
      return run(read_elements<4>);
    case 8:
      return run(read_elements<8>);
    case 16:
      return run(read_elements<16>);
    default:
      throw gpumodel::CaseError("elements is compiled for 1, 2, 4, 8 and 16");
  }
}
