// The last step of a scan in OpenACC: a gang adds to a block of `threads` elements.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("scan-add", kernel, queue) {
  float* b = kernel.pointer<float>("b");
  const float* sums = kernel.pointer<float>("sums");
  const std::int64_t N = kernel.value("N"), threads = kernel.value("threads");
  const std::int64_t blocks = (N - 1) / threads + 1;
#pragma acc parallel loop gang vector_length(128) deviceptr(b, sums) async(queue)
  for (std::int64_t block = 1; block < blocks; ++block) {
#pragma acc loop vector
    for (std::int64_t t = 0; t < threads; ++t) {
      const std::int64_t i = block * threads + t;
      if (i < N) b[i] += sums[block - 1];
    }
  }
}
