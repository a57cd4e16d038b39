// The racks as a structure of arrays on the host: each thread takes a run of neighbours.
#include "validate/cases/host_kernel.hpp"

GPUMODEL_HOST_KERNEL("rack-soa", kernel) {
  const float* widthA = kernel.pointer<float>("widthA");
  const float* widthB = kernel.pointer<float>("widthB");
  float* doubledWidth = kernel.pointer<float>("doubledWidth");
  const std::int64_t N = kernel.value("N");
#pragma omp parallel for simd schedule(static)
  for (std::int64_t tid = 0; tid < N; ++tid) doubledWidth[tid] = 2 * (widthA[tid] + widthB[tid]);
}
