// The sum over neighbours in OpenACC, a point per vector lane.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("stencil1d", kernel, queue) {
  const double* a = kernel.pointer<double>("a");
  double* b = kernel.pointer<double>("b");
  const int N = kernel.int_value("N"), radius = kernel.int_value("radius");
#pragma acc parallel loop gang vector vector_length(128) deviceptr(a, b) async(queue)
  for (int i = radius; i < N - radius; ++i) {
    double sum = 0.0;
    for (int d = -radius; d <= radius; ++d) sum += a[i + d];
    b[i] = sum;
  }
}
