// The sum in OpenACC: a gang per block of the CUDA version adds the same elements, threads of them
// at a distance of blocks * threads, and leaves one partial sum.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("reduce", kernel, queue) {
  const float* a = kernel.pointer<float>("a");
  float* partial = kernel.pointer<float>("partial");
  const std::int64_t N = kernel.value("N"), blocks = kernel.value("blocks");
  const std::int64_t threads = kernel.value("threads"), stride = blocks * threads;
#pragma acc parallel loop gang vector_length(128) deviceptr(a, partial) async(queue)
  for (std::int64_t block = 0; block < blocks; ++block) {
    float sum = 0.0F;
#pragma acc loop vector reduction(+ : sum)
    for (std::int64_t t = 0; t < threads; ++t) {
      for (std::int64_t k = block * threads + t; k < N; k += stride) sum += a[k];
    }
    partial[block] = sum;
  }
}
