// The sum over neighbours on the host: each thread takes a run of neighbours.
#include "validate/cases/host_kernel.hpp"

GPUMODEL_HOST_KERNEL("stencil1d", kernel) {
  const double* a = kernel.pointer<double>("a");
  double* b = kernel.pointer<double>("b");
  const std::int64_t N = kernel.value("N"), radius = kernel.value("radius");
#pragma omp parallel for schedule(static)
  for (std::int64_t i = radius; i < N - radius; ++i) {
    double sum = 0.0;
    for (std::int64_t d = -radius; d <= radius; ++d) sum += a[i + d];
    b[i] = sum;
  }
}
