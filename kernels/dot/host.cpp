// The dot product on the host: a partial sum for each block of the CUDA version, over the same
// elements.
#include <algorithm>

#include "validate/cases/host_kernel.hpp"

GPUMODEL_HOST_KERNEL("dot", kernel) {
  const double* x = kernel.pointer<double>("x");
  const double* y = kernel.pointer<double>("y");
  double* partial = kernel.pointer<double>("partial");
  const std::int64_t N = kernel.value("N"), blocks = kernel.value("blocks");
  const std::int64_t threads = kernel.value("threads"), stride = blocks * threads;
#pragma omp parallel for schedule(static)
  for (std::int64_t block = 0; block < blocks; ++block) {
    double sum = 0;
    for (std::int64_t first = block * threads; first < N; first += stride) {
      const std::int64_t end = std::min(first + threads, N);
#pragma omp simd reduction(+ : sum)
      for (std::int64_t k = first; k < end; ++k) sum += x[k] * y[k];
    }
    partial[block] = sum;
  }
}
