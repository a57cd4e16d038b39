// The racks as an array of structures on the host: each thread takes a run of neighbours.
#include "validate/cases/host_kernel.hpp"

namespace {
struct Rack {
  float widthA, widthB, doubledWidth;
};
}  // namespace

GPUMODEL_HOST_KERNEL("rack-aos", kernel) {
  Rack* racks = kernel.pointer<Rack>("racks");
  const std::int64_t N = kernel.value("N");
#pragma omp parallel for simd schedule(static)
  for (std::int64_t tid = 0; tid < N; ++tid)
    racks[tid].doubledWidth = 2 * (racks[tid].widthA + racks[tid].widthB);
}
