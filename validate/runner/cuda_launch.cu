#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/registry.hpp"
#include "validate/runner/cuda_memory.cuh"

namespace gpumodel {
namespace {

Registry<CudaFunction>& registry() {
  static Registry<CudaFunction> all;
  return all;
}

}  // namespace

bool register_cuda_kernel(const char* kernel, CudaFunction function) {
  return registry().add(kernel, function);
}
CudaFunction find_cuda_kernel(std::string_view kernel) {
  return registry().find(kernel);
}
std::vector<std::string> cuda_kernels() {
  return registry().names();
}

void CudaLaunch::prepare(const void* kernel) {
  if (kernel == kernel_) return;
  must(cudaFuncGetAttributes(&attributes_, kernel), "asking for the kernel's attributes");
  const auto fixed = static_cast<std::int64_t>(attributes_.sharedSizeBytes);
  dynamic_shared_ = static_cast<std::size_t>(std::max<std::int64_t>(0, case_.shared_bytes - fixed));
  if (dynamic_shared_ > 0) {
    const cudaError_t result = cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(dynamic_shared_));
    if (result != cudaSuccess) {
      cudaGetLastError();
      throw CaseError("the device cannot give a block " + std::to_string(case_.shared_bytes) +
                      " B of shared memory");
    }
  }
  const auto extents = [](const std::array<std::int64_t, 3>& e) {
    return dim3(static_cast<unsigned>(e[0]), static_cast<unsigned>(e[1]),
                static_cast<unsigned>(e[2]));
  };
  grid_ = extents(case_.grid);
  block_ = extents(case_.block);
  kernel_ = kernel;
}

}  // namespace gpumodel
