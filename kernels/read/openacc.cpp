// Reading alone in OpenACC: blocks * threads vector lanes add up elements that far apart. The store
// is never executed.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("read", kernel, queue) {
  const float* a = kernel.pointer<float>("a");
  float* out = kernel.pointer<float>("out");
  const std::int64_t N = kernel.value("N");
  const std::int64_t lanes = kernel.value("blocks") * kernel.value("threads");
#pragma acc parallel loop gang vector vector_length(128) deviceptr(a, out) async(queue)
  for (std::int64_t first = 0; first < lanes; ++first) {
    float sum = 0.0F;
    for (std::int64_t k = first; k < N; k += lanes) sum += a[k];
    if (sum == 12345.678F) out[0] = sum;
  }
}
