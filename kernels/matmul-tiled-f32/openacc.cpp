// The matrix product in OpenACC, a tile of C per gang: caches hold the rows of A and columns of B
// that its elements share.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("matmul-tiled-f32", kernel, queue) {
  const float* A = kernel.pointer<float>("A");
  const float* B = kernel.pointer<float>("B");
  float* C = kernel.pointer<float>("C");
  const int n = kernel.int_value("n"), tile = kernel.int_value("tile");
#pragma acc parallel loop gang collapse(2) vector_length(128) deviceptr(A, B, C) async(queue)
  for (int top = 0; top < n; top += tile) {
    for (int left = 0; left < n; left += tile) {
#pragma acc loop vector collapse(2)
      for (int i = 0; i < tile; ++i) {
        for (int j = 0; j < tile; ++j) {
          const std::int64_t first = std::int64_t{top + i} * n;
          const int col = left + j;
          float sum = 0.0F;
          for (int k = 0; k < n; ++k) sum += A[first + k] * B[std::int64_t{k} * n + col];
          C[first + col] = sum;
        }
      }
    }
  }
}
