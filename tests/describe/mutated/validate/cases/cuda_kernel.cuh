#pragma once

#include "validate/cases/kernel_case.hpp"

namespace gpumodel {

struct CudaLaunch : KernelCase {
  int int_value(const char* name) const;
  template <class T>
  T* pointer(const char* name) const;
  const KernelCase& kernel_case() const;
  template <class... Parameters, class... Arguments>
  void launch(void (*kernel)(Parameters...), Arguments... arguments) {
    kernel<<<grid, block>>>(static_cast<Parameters>(arguments)...);
  }
  template <class Symbol>
  void copy_to_constant(const Symbol&, const char* array);
  dim3 grid, block;
};

}  // namespace gpumodel

#define GPUMODEL_CUDA_KERNEL_AS(KERNEL, FUNCTION, C) static void FUNCTION(gpumodel::CudaLaunch& C)
#define GPUMODEL_CUDA_KERNEL(KERNEL, C) GPUMODEL_CUDA_KERNEL_AS(KERNEL, gpumodel_cuda_launch, C)
