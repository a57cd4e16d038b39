// The copy in OpenACC, several elements per vector lane, a group's width apart: a gang takes groups
// of threads * elements.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("copy-elements", kernel, queue) {
  const float* a = kernel.pointer<float>("a");
  float* b = kernel.pointer<float>("b");
  const std::int64_t N = kernel.value("N"), elements = kernel.value("elements");
  const std::int64_t threads = kernel.value("threads"), group = threads * elements;
  const std::int64_t groups = (N - 1) / group + 1;
#pragma acc parallel loop gang vector_length(128) deviceptr(a, b) async(queue)
  for (std::int64_t g = 0; g < groups; ++g) {
#pragma acc loop vector
    for (std::int64_t t = 0; t < threads; ++t) {
      const std::int64_t first = g * group + t;
      for (std::int64_t u = 0; u < elements; ++u) {
        if (first + u * threads < N) b[first + u * threads] = a[first + u * threads];
      }
    }
  }
}
