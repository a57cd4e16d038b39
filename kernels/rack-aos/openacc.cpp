// The racks in OpenACC as an array of structures, a rack per vector lane.
#include "validate/cases/openacc_kernel.hpp"

namespace {
struct Rack {
  float widthA, widthB, doubledWidth;
};
}  // namespace

GPUMODEL_OPENACC_KERNEL("rack-aos", kernel, queue) {
  Rack* racks = kernel.pointer<Rack>("racks");
  const int N = kernel.int_value("N");
#pragma acc parallel loop gang vector vector_length(128) deviceptr(racks) async(queue)
  for (int tid = 0; tid < N; ++tid)
    racks[tid].doubledWidth = 2 * (racks[tid].widthA + racks[tid].widthB);
}
