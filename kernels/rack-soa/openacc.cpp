// The racks in OpenACC as a structure of arrays, a rack per vector lane.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("rack-soa", kernel, queue) {
  const float* widthA = kernel.pointer<float>("widthA");
  const float* widthB = kernel.pointer<float>("widthB");
  float* doubledWidth = kernel.pointer<float>("doubledWidth");
  const int N = kernel.int_value("N");
#pragma acc parallel loop gang vector vector_length(128) deviceptr(widthA, widthB, doubledWidth) \
    async(queue)
  for (int tid = 0; tid < N; ++tid) doubledWidth[tid] = 2 * (widthA[tid] + widthB[tid]);
}
