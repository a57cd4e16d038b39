// Both loops in one OpenACC construct, and so one launch.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("fused-loops", kernel, queue) {
  const double* a = kernel.pointer<double>("a");
  const double* b = kernel.pointer<double>("b");
  double* c = kernel.pointer<double>("c");
  double* d = kernel.pointer<double>("d");
  const int N = kernel.int_value("N");
  const double s = 3.0;
#pragma acc parallel loop gang vector vector_length(128) deviceptr(a, b, c, d) async(queue)
  for (int i = 0; i < N; ++i) {
    const double factor = b[i];
    const double v = a[i] + s * factor;
    c[i] = v;
    d[i] = v * factor;
  }
}
