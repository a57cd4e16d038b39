// The sum of accumulate-remote in OpenACC, kept in a register: a local variable does what
// __restrict__ allows in CUDA.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("accumulate-local", kernel, queue) {
  double* results = kernel.pointer<double>("results");
  const double* f = kernel.pointer<double>("f");
  const int N = kernel.int_value("N"), iters = kernel.int_value("iters");
#pragma acc parallel loop gang vector vector_length(128) deviceptr(results, f) async(queue)
  for (int i = 0; i < N; ++i) {
    double v = results[i];
    for (int k = 0; k < iters; ++k) v += f[k];
    results[i] = v;
  }
}
