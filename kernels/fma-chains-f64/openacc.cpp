// Chains of multiply-adds in OpenACC, `ilp` of them per vector lane; the lanes of all gangs
// together are the threads of the CUDA version. The store is never executed.
#include "kernels/fma-chains-f64/constants.hpp"
#include "validate/cases/openacc_kernel.hpp"

namespace {

template <unsigned chains>
void run(const gpumodel::KernelCase& kernel, int queue) {
  using gpumodel::fma_chains_f64::a, gpumodel::fma_chains_f64::b;
  double* out = kernel.pointer<double>("out");
  const int iters = kernel.int_value("iters");
  const std::int64_t threads = kernel.value("threads");
  const std::int64_t lanes = threads * kernel.value("blocks");
#pragma acc parallel loop gang vector vector_length(128) deviceptr(out) async(queue)
  for (std::int64_t t = 0; t < lanes; ++t) {
    double x[chains];
#pragma GCC unroll 8
    for (unsigned c = 0; c < chains; ++c)
      x[c] = static_cast<double>(t % threads) + static_cast<double>(c);
    for (int k = 0; k < iters; ++k) {
#pragma GCC unroll 8
      for (unsigned c = 0; c < chains; ++c) x[c] = x[c] * a + b;
    }
    double sum = 0.0;
#pragma GCC unroll 8
    for (unsigned c = 0; c < chains; ++c) sum += x[c];
    if (sum == 12345.678) out[t] = sum;
  }
}

}  // namespace

GPUMODEL_OPENACC_KERNEL("fma-chains-f64", kernel, queue) {
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
