// The second of the two loops on the host: where the arrays are larger than the cache, c comes from
// memory again.
#include "validate/cases/host_kernel.hpp"

GPUMODEL_HOST_KERNEL("split-loops-2", kernel) {
  const double* b = kernel.pointer<double>("b");
  const double* c = kernel.pointer<double>("c");
  double* d = kernel.pointer<double>("d");
  const std::int64_t N = kernel.value("N");
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < N; ++i) d[i] = b[i] * c[i];
}
