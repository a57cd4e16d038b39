// The first of the two loops on the host: all of c is written before the second reads it.
#include "validate/cases/host_kernel.hpp"

GPUMODEL_HOST_KERNEL("split-loops-1", kernel) {
  const double* a = kernel.pointer<double>("a");
  const double* b = kernel.pointer<double>("b");
  double* c = kernel.pointer<double>("c");
  const std::int64_t N = kernel.value("N");
  const double s = 3.0;
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < N; ++i) c[i] = a[i] + s * b[i];
}
