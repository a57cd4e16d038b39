// The transpose in OpenACC, a tile of 32 x 32 elements per gang: the lines that a tile writes are
// complete before they leave the cache.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("transpose-tiled", kernel, queue) {
  const float* a = kernel.pointer<float>("a");
  float* b = kernel.pointer<float>("b");
  const int n = kernel.int_value("n");
  constexpr int tile = 32;
#pragma acc parallel loop gang collapse(2) vector_length(128) deviceptr(a, b) async(queue)
  for (int top = 0; top < n; top += tile) {
    for (int left = 0; left < n; left += tile) {
#pragma acc loop vector collapse(2)
      for (int i = 0; i < tile; ++i) {
        for (int j = 0; j < tile; ++j) {
          const int y = top + i, x = left + j;
          b[std::int64_t{x} * n + y] = a[std::int64_t{y} * n + x];
        }
      }
    }
  }
}
