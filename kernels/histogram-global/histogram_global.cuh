// The kernel of the histogram-global descriptors, which differ in their values.
#pragma once

#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace gpumodel {

// The old value is not used: a reduction (RED), not an atomic operation with an answer.
static __global__ void histogram_global(const unsigned* __restrict__ a, unsigned* __restrict__ h,
                                        unsigned bins, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&h[a[i] % bins], 1U);
}

static void launch_histogram_global(CudaLaunch& c) {
  require_int_indices(c.kernel_case());
  c.launch(histogram_global, c.pointer<const unsigned>("a"), c.pointer<unsigned>("h"),
           c.int_value("bins"), c.int_value("N"));
}

}  // namespace gpumodel
