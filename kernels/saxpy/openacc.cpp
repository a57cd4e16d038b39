// saxpy in OpenACC, an element per vector lane.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("saxpy", kernel, queue) {
  const float* x = kernel.pointer<float>("x");
  float* y = kernel.pointer<float>("y");
  const int N = kernel.int_value("N");
  const float a = 2.0F;
#pragma acc parallel loop gang vector vector_length(128) deviceptr(x, y) async(queue)
  for (int i = 0; i < N; ++i) y[i] = a * x[i] + y[i];
}
