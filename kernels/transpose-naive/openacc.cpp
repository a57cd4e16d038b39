// The transpose in OpenACC, a row of a per gang: reads are coalesced, writes are n apart.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("transpose-naive", kernel, queue) {
  const float* a = kernel.pointer<float>("a");
  float* b = kernel.pointer<float>("b");
  const int n = kernel.int_value("n");
#pragma acc parallel loop gang vector_length(128) deviceptr(a, b) async(queue)
  for (int y = 0; y < n; ++y) {
#pragma acc loop vector
    for (int x = 0; x < n; ++x) b[std::int64_t{x} * n + y] = a[std::int64_t{y} * n + x];
  }
}
