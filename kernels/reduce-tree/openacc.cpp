// The sum of 256 elements per block in OpenACC: a vector reduction takes the place of the tree.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("reduce-tree", kernel, queue) {
  const float* a = kernel.pointer<float>("a");
  float* partial = kernel.pointer<float>("partial");
  const std::int64_t N = kernel.value("N");
  constexpr int threads = 256;
  const std::int64_t blocks = (N - 1) / threads + 1;
#pragma acc parallel loop gang vector_length(128) deviceptr(a, partial) async(queue)
  for (std::int64_t block = 0; block < blocks; ++block) {
    float sum = 0.0F;
#pragma acc loop vector reduction(+ : sum)
    for (int t = 0; t < threads; ++t) {
      const std::int64_t i = block * threads + t;
      if (i < N) sum += a[i];
    }
    partial[block] = sum;
  }
}
