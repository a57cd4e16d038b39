#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

// The elements of a thread are a block apart, so that every access is coalesced. All loads come
// before the first store.
template <int Elements>
__global__ void copy_elements(const float* __restrict__ a, float* __restrict__ b, int n) {
  const int first = blockIdx.x * blockDim.x * Elements + threadIdx.x;
  float v[Elements];
#pragma unroll
  for (int u = 0; u < Elements; ++u) {
    const int i = first + u * blockDim.x;
    if (i < n) v[u] = a[i];
  }
#pragma unroll
  for (int u = 0; u < Elements; ++u) {
    const int i = first + u * blockDim.x;
    if (i < n) b[i] = v[u];
  }
}

}  // namespace

GPUMODEL_CUDA_KERNEL("copy-elements", c) {
  gpumodel::require_int_indices(c.kernel_case());
  const auto run = [&](auto kernel) {
    c.launch(kernel, c.pointer<const float>("a"), c.pointer<float>("b"), c.int_value("N"));
  };
  switch (c.value("elements")) {
    case 1:
      return run(copy_elements<1>);
    case 2:
      return run(copy_elements<2>);
    case 4:
      return run(copy_elements<4>);
    case 8:
      return run(copy_elements<8>);
    case 16:
      return run(copy_elements<16>);
    default:
      throw gpumodel::CaseError("elements is compiled for 1, 2, 4, 8 and 16");
  }
}
