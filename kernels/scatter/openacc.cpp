// The scatter in OpenACC, an element per vector lane. Where indices are equal, `parallel` lets
// either value stay.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("scatter", kernel, queue) {
  const float* a = kernel.pointer<float>("a");
  const int* ix = kernel.pointer<int>("ix");
  float* b = kernel.pointer<float>("b");
  const int N = kernel.int_value("N");
#pragma acc parallel loop gang vector vector_length(128) deviceptr(a, ix, b) async(queue)
  for (int i = 0; i < N; ++i) b[ix[i]] = a[i];
}
