// Chains of multiply-adds in OpenACC, `ilp` of them per vector lane; the lanes of all gangs
// together are the threads of the CUDA version. The store is never executed.
#include "kernels/fma-chains-f32/constants.hpp"
#include "validate/cases/openacc_kernel.hpp"

namespace {

template <unsigned chains>
void run(const gpumodel::KernelCase& kernel, int queue) {
  using gpumodel::fma_chains_f32::a, gpumodel::fma_chains_f32::b;
  float* out = kernel.pointer<float>("out");
  const int iters = kernel.int_value("iters");
  const std::int64_t threads = kernel.value("threads");
  const std::int64_t lanes = threads * kernel.value("blocks");
#pragma acc parallel loop gang vector vector_length(128) deviceptr(out) async(queue)
  for (std::int64_t t = 0; t < lanes; ++t) {
    float x[chains];
#pragma GCC unroll 8
    for (unsigned c = 0; c < chains; ++c)
      x[c] = static_cast<float>(t % threads) + static_cast<float>(c);
    for (int k = 0; k < iters; ++k) {
#pragma GCC unroll 8
      for (unsigned c = 0; c < chains; ++c) x[c] = x[c] * a + b;
    }
    float sum = 0.0F;
#pragma GCC unroll 8
    for (unsigned c = 0; c < chains; ++c) sum += x[c];
    if (sum == 12345.678F) out[t] = sum;
  }
}

}  // namespace

GPUMODEL_OPENACC_KERNEL("fma-chains-f32", kernel, queue) {
  switch (kernel.value("ilp")) {
    case 1:
      return run<1>(kernel, queue);
    case 2:
      return run<2>(kernel, queue);
    case 4:
      return run<4>(kernel, queue);
    case 8:
      return run<8>(kernel, queue);
    default:
      throw gpumodel::CaseError("ilp is a constant of the program: 1, 2, 4 or 8");
  }
}
