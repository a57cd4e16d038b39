// The first of the two loops in OpenACC: a construct, and so a launch, of its own.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("split-loops-1", kernel, queue) {
  const double* a = kernel.pointer<double>("a");
  const double* b = kernel.pointer<double>("b");
  double* c = kernel.pointer<double>("c");
  const int N = kernel.int_value("N");
  const double s = 3.0;
#pragma acc parallel loop gang vector vector_length(128) deviceptr(a, b, c) async(queue)
  for (int i = 0; i < N; ++i) c[i] = a[i] + s * b[i];
}
