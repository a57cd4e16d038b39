// STREAM's scale on the host: each thread takes a run of neighbours.
#include "validate/cases/host_kernel.hpp"

GPUMODEL_HOST_KERNEL("scale", kernel) {
  double* a = kernel.pointer<double>("a");
  const double* b = kernel.pointer<double>("b");
  const std::int64_t N = kernel.value("N");
  const double s = 3.0;
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < N; ++i) a[i] = s * b[i];
}
