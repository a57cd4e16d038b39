#include "validate/counters/cuda_context.hpp"

#include <dlfcn.h>

namespace gpumodel {
namespace {

template <class Function>
Function driver_function(void* driver, const char* name) {
  return reinterpret_cast<Function>(dlsym(driver, name));
}

}  // namespace

std::optional<CudaContext> CudaContext::current() {
  void* driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  if (driver == nullptr) return std::nullopt;
  const auto get_current = driver_function<decltype(&cuCtxGetCurrent)>(driver, "cuCtxGetCurrent");
  const auto get_device = driver_function<decltype(&cuCtxGetDevice)>(driver, "cuCtxGetDevice");
  CudaContext context;
  context.wait_ = driver_function<decltype(&cuCtxSynchronize)>(driver, "cuCtxSynchronize");
  if (get_current == nullptr || get_device == nullptr || context.wait_ == nullptr ||
      get_current(&context.handle_) != CUDA_SUCCESS || context.handle_ == nullptr ||
      get_device(&context.device_) != CUDA_SUCCESS) {
    return std::nullopt;
  }
  return context;
}

bool CudaContext::wait() const {
  return wait_() == CUDA_SUCCESS;
}

}  // namespace gpumodel
