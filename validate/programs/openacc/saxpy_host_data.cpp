// OpenACC moves the data; a library or a CUDA kernel works on it: within host_data the names of the
// arrays are their addresses on the device. cublasSaxpy() where cuBLAS is, else a CUDA kernel, in a
// program that was built with nvcc.
#include <memory>

#include "validate/openacc/cublas.hpp"
#include "validate/openacc/cuda_parts.hpp"
#include "validate/programs/openacc/program.hpp"

namespace {

constexpr float a = 2.0F;

// Made once, in the context of the data region.
gpumodel::Cublas* cublas() {
  static std::unique_ptr<gpumodel::Cublas> made;
  static bool tried = false;
  if (tried) return made.get();
  tried = true;
  try {
    made = std::make_unique<gpumodel::Cublas>();
  } catch (const gpumodel::NotHere&) {
    if (gpumodel::cuda_parts() == nullptr) {
      throw gpumodel::CaseError("neither libcublas is there nor were CUDA kernels built");
    }
  }
  return made.get();
}

// y = a * x + y on the device.
void saxpy(int n, const float* x, float* y) {
  if (cublas() != nullptr) return cublas()->saxpy(n, a, x, y);
  gpumodel::cuda_parts()->saxpy(n, a, x, y, nullptr);
  gpumodel::cuda_parts()->wait_for_stream(nullptr);
}

void check(const gpumodel::OpenAccProgram& p) {
  p.expect<float>("y", 1e-6, [&](std::int64_t i) {
    return a * p.start<float>("x", i) + p.start<float>("y", i);
  });
}

}  // namespace

GPUMODEL_OPENACC_PROGRAM("saxpy-host-data", device, check, p) {
  const int N = p.value("N");
  const float* x = p.buffer<float>("x");
  float* y = p.buffer<float>("y");
#pragma acc data copyin(x[0 : N]) copy(y[0 : N])
  {
#pragma acc host_data use_device(x, y)
    saxpy(N, x, y);
  }
}
