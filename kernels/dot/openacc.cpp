// The dot product in OpenACC: a gang per block of the CUDA version adds the same elements, threads
// of them at a distance of blocks * threads, and leaves one partial sum.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("dot", kernel, queue) {
  const double* x = kernel.pointer<double>("x");
  const double* y = kernel.pointer<double>("y");
  double* partial = kernel.pointer<double>("partial");
  const std::int64_t N = kernel.value("N"), blocks = kernel.value("blocks");
  const std::int64_t threads = kernel.value("threads"), stride = blocks * threads;
#pragma acc parallel loop gang vector_length(128) deviceptr(x, y, partial) async(queue)
  for (std::int64_t block = 0; block < blocks; ++block) {
    double sum = 0.0;
#pragma acc loop vector reduction(+ : sum)
    for (std::int64_t t = 0; t < threads; ++t) {
      for (std::int64_t k = block * threads + t; k < N; k += stride) sum += x[k] * y[k];
    }
    partial[block] = sum;
  }
}
