// The copy in OpenACC, an element per vector lane.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("copy", kernel, queue) {
  const float* a = kernel.pointer<float>("a");
  float* b = kernel.pointer<float>("b");
  const int N = kernel.int_value("N");
#pragma acc parallel loop gang vector vector_length(128) deviceptr(a, b) async(queue)
  for (int i = 0; i < N; ++i) b[i] = a[i];
}
