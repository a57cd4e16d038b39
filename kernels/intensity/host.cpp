// The copy with multiply-adds between load and store on the host. Elements side by side in a vector
// register make independent chains.
#include "kernels/intensity/constants.hpp"
#include "validate/cases/host_kernel.hpp"

GPUMODEL_HOST_KERNEL("intensity", kernel) {
  using gpumodel::intensity::factor, gpumodel::intensity::summand;
  const float* a = kernel.pointer<float>("a");
  float* b = kernel.pointer<float>("b");
  const std::int64_t N = kernel.value("N");
  const int iters = kernel.int_value("iters");
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < N; ++i) {
    float v = a[i];
    for (int k = 0; k < iters; ++k) v = v * factor + summand;
    b[i] = v;
  }
}
