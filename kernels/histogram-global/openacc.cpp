// The histogram in OpenACC, an element per vector lane, by atomic updates of device memory.
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("histogram-global", kernel, queue) {
  const unsigned* a = kernel.pointer<unsigned>("a");
  unsigned* h = kernel.pointer<unsigned>("h");
  const int N = kernel.int_value("N");
  const auto bins = static_cast<unsigned>(kernel.int_value("bins"));
#pragma acc parallel loop gang vector vector_length(128) deviceptr(a, h) async(queue)
  for (int i = 0; i < N; ++i) {
#pragma acc atomic update
    h[a[i] % bins] += 1;
  }
}
