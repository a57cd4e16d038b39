// Within `host_data use_device` the name of an array is its address on the device: what a CUDA
// kernel takes.
#include "validate/openacc/cuda_parts.hpp"
#include "validate/openacc/idiom.hpp"

GPUMODEL_IDIOM("host-data-cuda", cuda) {
  constexpr int n = 100000;
  const std::vector<float> ones(n, 1.0F);
  std::vector<float> result(n);
  const float* x = ones.data();
  float* y = result.data();
#pragma acc data copyin(x[0 : n]) copyout(y[0 : n])
  {
#pragma acc parallel loop present(y[0 : n])
    for (int i = 0; i < n; ++i) y[i] = static_cast<float>(i);
#pragma acc host_data use_device(x, y)
    {
      gpumodel::cuda_parts()->saxpy(n, 2.0F, x, y, nullptr);
      gpumodel::cuda_parts()->wait_for_stream(nullptr);
    }
  }
  gpumodel::expect_all(result, [](std::size_t i) { return i + 2; });
}
