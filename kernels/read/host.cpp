// Reading alone on the host: each thread adds up a run of neighbours. The store is never executed.
#include "validate/cases/host_kernel.hpp"

GPUMODEL_HOST_KERNEL("read", kernel) {
  const float* a = kernel.pointer<float>("a");
  float* out = kernel.pointer<float>("out");
  const std::int64_t N = kernel.value("N");
  float sum = 0.0F;
#pragma omp parallel for simd schedule(static) reduction(+ : sum)
  for (std::int64_t k = 0; k < N; ++k) sum += a[k];
  if (sum == 12345.678F) out[0] = sum;
}
