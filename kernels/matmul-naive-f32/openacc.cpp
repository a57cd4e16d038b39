// The matrix product in OpenACC, a row of C per gang and an element per vector lane.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("matmul-naive-f32", kernel, queue) {
  const float* A = kernel.pointer<float>("A");
  const float* B = kernel.pointer<float>("B");
  float* C = kernel.pointer<float>("C");
  const int n = kernel.int_value("n");
#pragma acc parallel loop gang vector_length(128) deviceptr(A, B, C) async(queue)
  for (int row = 0; row < n; ++row) {
#pragma acc loop vector
    for (int col = 0; col < n; ++col) {
      const std::int64_t first = std::int64_t{row} * n;
      float sum = 0.0F;
      for (int k = 0; k < n; ++k) sum += A[first + k] * B[std::int64_t{k} * n + col];
      C[first + col] = sum;
    }
  }
}
