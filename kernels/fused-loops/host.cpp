// Both loops at once on the host: c is in a register when d needs it.
#include "validate/cases/host_kernel.hpp"

GPUMODEL_HOST_KERNEL("fused-loops", kernel) {
  const double* a = kernel.pointer<double>("a");
  const double* b = kernel.pointer<double>("b");
  double* c = kernel.pointer<double>("c");
  double* d = kernel.pointer<double>("d");
  const std::int64_t N = kernel.value("N");
  const double s = 3.0;
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < N; ++i) {
    const double v = a[i] + s * b[i];
    c[i] = v;
    d[i] = v * b[i];
  }
}
