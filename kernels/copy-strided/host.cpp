// The strided copy on the host: each thread takes a run of neighbours.
#include "validate/cases/host_kernel.hpp"

GPUMODEL_HOST_KERNEL("copy-strided", kernel) {
  const float* a = kernel.pointer<float>("a");
  float* b = kernel.pointer<float>("b");
  const std::int64_t N = kernel.value("N");
  const std::int64_t stride = kernel.value("stride");
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < N; ++i) b[i] = a[i * stride];
}
