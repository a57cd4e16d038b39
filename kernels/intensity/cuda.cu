#include "kernels/intensity/constants.hpp"
#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

__global__ void intensity(const float* __restrict__ a, float* __restrict__ b, float factor,
                          float summand, int iters, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float v = a[i];
    for (int k = 0; k < iters; ++k) v = v * factor + summand;
    b[i] = v;
  }
}

}  // namespace

GPUMODEL_CUDA_KERNEL("intensity", c) {
  gpumodel::require_int_indices(c.kernel_case());
  c.launch(intensity, c.pointer<const float>("a"), c.pointer<float>("b"),
           gpumodel::intensity::factor, gpumodel::intensity::summand, c.int_value("iters"),
           c.int_value("N"));
}
