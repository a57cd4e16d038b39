// The second of the two loops in OpenACC: a construct, and so a launch, of its own.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("split-loops-2", kernel, queue) {
  const double* b = kernel.pointer<double>("b");
  const double* c = kernel.pointer<double>("c");
  double* d = kernel.pointer<double>("d");
  const int N = kernel.int_value("N");
#pragma acc parallel loop gang vector vector_length(128) deviceptr(b, c, d) async(queue)
  for (int i = 0; i < N; ++i) d[i] = b[i] * c[i];
}
