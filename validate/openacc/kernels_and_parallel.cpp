// `kernels` leaves it to the compiler to find loops that can be shared out; restrict tells it that
// these can. `parallel loop` is the programmer's word that they can.
#include "validate/openacc/idiom.hpp"

static void saxpy_kernels(int n, float a, const float* __restrict__ x, float* __restrict__ y) {
#pragma acc kernels copyin(x[0 : n]) copy(y[0 : n])
  for (int i = 0; i < n; ++i) y[i] = a * x[i] + y[i];
}

static void saxpy_parallel(int n, float a, const float* x, float* y) {
#pragma acc parallel loop copyin(x[0 : n]) copy(y[0 : n])
  for (int i = 0; i < n; ++i) y[i] = a * x[i] + y[i];
}

GPUMODEL_IDIOM("kernels-parallel", nothing) {
  constexpr int n = 10000;
  std::vector<float> x(n), y(n, 1.0F);
  for (int i = 0; i < n; ++i) x[static_cast<std::size_t>(i)] = static_cast<float>(i);
  saxpy_kernels(n, 2.0F, x.data(), y.data());
  saxpy_parallel(n, 3.0F, x.data(), y.data());
  gpumodel::expect_all(y, [](std::size_t i) { return 5 * i + 1; });
}
