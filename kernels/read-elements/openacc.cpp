// Reading alone in OpenACC, several elements per vector lane, a group's width apart. The store is
// never executed.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("read-elements", kernel, queue) {
  const float* a = kernel.pointer<float>("a");
  float* out = kernel.pointer<float>("out");
  const std::int64_t N = kernel.value("N"), elements = kernel.value("elements");
  const std::int64_t threads = kernel.value("threads"), group = threads * elements;
  const std::int64_t groups = (N - 1) / group + 1;
#pragma acc parallel loop gang vector_length(128) deviceptr(a, out) async(queue)
  for (std::int64_t g = 0; g < groups; ++g) {
#pragma acc loop vector
    for (std::int64_t t = 0; t < threads; ++t) {
      const std::int64_t first = g * group + t;
      float sum = 0.0F;
      for (std::int64_t u = 0; u < elements; ++u) {
        if (first + u * threads < N) sum += a[first + u * threads];
      }
      if (sum == 12345.678F) out[0] = sum;
    }
  }
}
