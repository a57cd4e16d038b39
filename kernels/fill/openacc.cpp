// The fill in OpenACC, an element per vector lane.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("fill", kernel, queue) {
  float* a = kernel.pointer<float>("a");
  const int N = kernel.int_value("N");
  const float s = 3.0F;
#pragma acc parallel loop gang vector vector_length(128) deviceptr(a) async(queue)
  for (int i = 0; i < N; ++i) a[i] = s;
}
