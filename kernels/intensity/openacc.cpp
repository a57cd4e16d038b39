// The copy with multiply-adds between load and store in OpenACC, an element per vector lane.
#include "kernels/intensity/constants.hpp"
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("intensity", kernel, queue) {
  using gpumodel::intensity::factor, gpumodel::intensity::summand;
  const float* a = kernel.pointer<float>("a");
  float* b = kernel.pointer<float>("b");
  const int N = kernel.int_value("N"), iters = kernel.int_value("iters");
#pragma acc parallel loop gang vector vector_length(128) deviceptr(a, b) async(queue)
  for (int i = 0; i < N; ++i) {
    float v = a[i];
    for (int k = 0; k < iters; ++k) v = v * factor + summand;
    b[i] = v;
  }
}
