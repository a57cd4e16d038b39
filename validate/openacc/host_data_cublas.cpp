// The same with a library.
#include "validate/openacc/cublas.hpp"

GPUMODEL_IDIOM("host-data-cublas", device) {
  constexpr int n = 100000;
  std::vector<float> numbers(n), result(n, 1.0F);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<float>(i);
  const float* x = numbers.data();
  float* y = result.data();
#pragma acc data copyin(x[0 : n]) copy(y[0 : n])
  {
    gpumodel::Cublas cublas;  // in the context of the data region
#pragma acc host_data use_device(x, y)
    cublas.saxpy(n, 2.0F, x, y);
  }
  gpumodel::expect_all(result, [](std::size_t i) { return 2 * i + 1; });
}
