// What kernels/NAME/cuda.cu sees: registers the launch of a kernel with the CUDA runner.
//
//   __global__ void saxpy(const float* __restrict__ x, float* __restrict__ y, float a, int N) {...}
//
//   GPUMODEL_CUDA_KERNEL("saxpy", c) {
//     c.launch(saxpy, c.pointer<const float>("x"), c.pointer<float>("y"), 2.0F, c.int_value("N"));
//   }
//
// Grid, block and shared memory are those of the descriptor; dynamic shared memory is what it
// states beyond the kernel's static part.
#pragma once

#include <cuda_runtime.h>

#include "validate/cases/kernel_case.hpp"

namespace gpumodel {

class CudaLaunch {
 public:
  CudaLaunch(const KernelCase& c, cudaStream_t stream) : case_(c), stream_(stream) {}

  std::int64_t value(std::string_view name) const { return case_.value(name); }
  int int_value(std::string_view name) const { return case_.int_value(name); }
  double real_value(std::string_view name) const { return case_.real_value(name); }
  template <class T>
  T* pointer(std::string_view name) const {
    return case_.pointer<std::remove_const_t<T>>(name);
  }
  const KernelCase& kernel_case() const { return case_; }
  cudaStream_t stream() const { return stream_; }
  void use_stream(cudaStream_t stream) { stream_ = stream; }

  template <class... Parameters, class... Arguments>
  void launch(void (*kernel)(Parameters...), Arguments... arguments) {
    prepare(reinterpret_cast<const void*>(kernel));
    kernel<<<grid_, block_, dynamic_shared_, stream_>>>(static_cast<Parameters>(arguments)...);
  }
  // Copies an array of the case to a __constant__ symbol; once per case, before any timing.
  template <class Symbol>
  void copy_to_constant(const Symbol& symbol, std::string_view array) {
    if (prepared_constants_) return;
    const CaseArray& a = case_.array(array);
    cudaMemcpyToSymbolAsync(symbol, a.at, a.bytes(), 0, cudaMemcpyDeviceToDevice, stream_);
  }

  // What the last launch ran, for its registers and shared memory. Null before.
  const void* kernel() const { return kernel_; }
  const cudaFuncAttributes& attributes() const { return attributes_; }
  std::size_t dynamic_shared() const { return dynamic_shared_; }
  void constants_are_prepared() { prepared_constants_ = true; }

 private:
  // Shape and dynamic shared memory of the launch; asks CUDA only when the kernel changes.
  void prepare(const void* kernel);

  const KernelCase& case_;
  cudaStream_t stream_;
  const void* kernel_ = nullptr;
  cudaFuncAttributes attributes_{};
  dim3 grid_, block_;
  std::size_t dynamic_shared_ = 0;
  bool prepared_constants_ = false;
};

using CudaFunction = void (*)(CudaLaunch&);
// Called before main() by the macro.
bool register_cuda_kernel(const char* kernel, CudaFunction function);
// Null where there is none.
CudaFunction find_cuda_kernel(std::string_view kernel);
std::vector<std::string> cuda_kernels();

}  // namespace gpumodel

#define GPUMODEL_CUDA_KERNEL_AS(KERNEL, FUNCTION, C)         \
  static void FUNCTION(gpumodel::CudaLaunch& C);             \
  [[maybe_unused]] static const bool FUNCTION##_registered = \
      gpumodel::register_cuda_kernel(KERNEL, FUNCTION);      \
  static void FUNCTION(gpumodel::CudaLaunch& C)
#define GPUMODEL_CUDA_KERNEL(KERNEL, C) GPUMODEL_CUDA_KERNEL_AS(KERNEL, gpumodel_cuda_launch, C)
