// Thrust owns the vectors, OpenACC computes on them through deviceptr, Thrust adds them up.
#include "validate/openacc/cuda_parts.hpp"
#include "validate/openacc/idiom.hpp"

static void saxpy(int n, float* x, float* y) {
#pragma acc parallel loop deviceptr(x, y)
  for (int i = 0; i < n; ++i) y[i] = 2.0F * x[i] + y[i];
}

GPUMODEL_IDIOM("thrust", cuda) {
  constexpr int n = 1000;
  const double sum = gpumodel::cuda_parts()->sum_after(n, saxpy);
  gpumodel::expect(sum == 1.0 * n * n, "the sum is " + std::to_string(sum));
}
