// The kernel of the histogram-shared descriptors, which differ in their values.
#pragma once

#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace gpumodel {

static __global__ void histogram_shared(const unsigned* __restrict__ a, unsigned* __restrict__ h,
                                        unsigned bins, int n) {
  extern __shared__ unsigned s[];
  for (int b = threadIdx.x; b < bins; b += blockDim.x) s[b] = 0;
  __syncthreads();
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x)
    atomicAdd(&s[a[k] % bins], 1U);
  __syncthreads();
  for (int b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&h[b], s[b]);
}

static void launch_histogram_shared(CudaLaunch& c) {
  require_int_grid_stride(c.kernel_case());
  c.launch(histogram_shared, c.pointer<const unsigned>("a"), c.pointer<unsigned>("h"),
           c.int_value("bins"), c.int_value("N"));
}

}  // namespace gpumodel
