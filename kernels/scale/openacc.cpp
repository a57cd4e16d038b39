// STREAM's scale in OpenACC, an element per vector lane.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("scale", kernel, queue) {
  double* a = kernel.pointer<double>("a");
  const double* b = kernel.pointer<double>("b");
  const int N = kernel.int_value("N");
  const double s = 3.0;
#pragma acc parallel loop gang vector vector_length(128) deviceptr(a, b) async(queue)
  for (int i = 0; i < N; ++i) a[i] = s * b[i];
}
