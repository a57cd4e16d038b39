// The gather on the host: each thread takes a run of neighbours.
#include "validate/cases/host_kernel.hpp"

GPUMODEL_HOST_KERNEL("gather", kernel) {
  const float* a = kernel.pointer<float>("a");
  const int* ix = kernel.pointer<int>("ix");
  float* b = kernel.pointer<float>("b");
  const std::int64_t N = kernel.value("N");
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < N; ++i) b[i] = a[ix[i]];
}
