// A __device__ function of CUDA, called from a region by its declaration with `routine`. NVHPC
// only: its linker joins device code of nvcc and its own (nvc++ -acc -cuda -gpu=rdc).
#include "validate/openacc/idiom.hpp"

#ifdef __NVCOMPILER
#pragma acc routine seq
extern "C" void gpumodel_store_double(float* a, const float* b, int i);
#endif

GPUMODEL_IDIOM("device-routine", nvhpc) {
#ifdef __NVCOMPILER
  constexpr int n = 10000;
  std::vector<float> result(n), numbers(n);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<float>(i);
  float* a = result.data();
  const float* b = numbers.data();
#pragma acc parallel loop copyout(a[0 : n]) copyin(b[0 : n])
  for (int i = 0; i < n; ++i) gpumodel_store_double(a, b, i);
  gpumodel::expect_all(result, [](std::size_t i) { return 2 * i; });
#endif
}
