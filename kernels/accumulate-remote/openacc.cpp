// A sum that lives in device memory, in OpenACC: f may be the same memory, so that every round
// stores.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("accumulate-remote", kernel, queue) {
  double* results = kernel.pointer<double>("results");
  const double* f = kernel.pointer<double>("f");
  const int N = kernel.int_value("N"), iters = kernel.int_value("iters");
#pragma acc parallel loop gang vector vector_length(128) deviceptr(results, f) async(queue)
  for (int i = 0; i < N; ++i) {
    for (int k = 0; k < iters; ++k) results[i] += f[k];
  }
}
