// STREAM's triad in OpenACC, an element per vector lane.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("triad", kernel, queue) {
  double* a = kernel.pointer<double>("a");
  const double* b = kernel.pointer<double>("b");
  const double* c = kernel.pointer<double>("c");
  const int N = kernel.int_value("N");
  const double s = 3.0;
#pragma acc parallel loop gang vector vector_length(128) deviceptr(a, b, c) async(queue)
  for (int i = 0; i < N; ++i) a[i] = b[i] + s * c[i];
}
