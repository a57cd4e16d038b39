// The fill on the host: each thread takes a run of neighbours.
#include "validate/cases/host_kernel.hpp"

GPUMODEL_HOST_KERNEL("fill", kernel) {
  float* a = kernel.pointer<float>("a");
  const std::int64_t N = kernel.value("N");
  const float s = 3.0F;
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < N; ++i) a[i] = s;
}
