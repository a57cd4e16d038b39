// The matrix product on the host: each thread takes a run of rows of C. Columns are innermost, so
// that neighbours fill a vector register.
#include "validate/cases/host_kernel.hpp"

GPUMODEL_HOST_KERNEL("matmul-naive-f64", kernel) {
  const double* A = kernel.pointer<double>("A");
  const double* B = kernel.pointer<double>("B");
  double* C = kernel.pointer<double>("C");
  const std::int64_t n = kernel.value("n");
#pragma omp parallel for schedule(static)
  for (std::int64_t row = 0; row < n; ++row) {
    for (std::int64_t col = 0; col < n; ++col) C[row * n + col] = 0.0;
    for (std::int64_t k = 0; k < n; ++k) {
      const double factor = A[row * n + k];
#pragma omp simd
      for (std::int64_t col = 0; col < n; ++col) C[row * n + col] += factor * B[k * n + col];
    }
  }
}
