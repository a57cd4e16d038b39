// saxpy on the host: each thread takes a run of neighbours.
#include "validate/cases/host_kernel.hpp"

GPUMODEL_HOST_KERNEL("saxpy", kernel) {
  const float* x = kernel.pointer<float>("x");
  float* y = kernel.pointer<float>("y");
  const std::int64_t N = kernel.value("N");
  const float a = 2.0F;
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < N; ++i) y[i] = a * x[i] + y[i];
}
