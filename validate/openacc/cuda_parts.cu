// A CUDA kernel with its wrapper, streams, and Thrust vectors, for the idioms that share data with
// them.
#include "validate/openacc/cuda_parts.hpp"

#include <cuda_runtime.h>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>

#include <stdexcept>
#include <string>

namespace gpumodel {
namespace {

void check(cudaError_t error, const char* what) {
  if (error != cudaSuccess)
    throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(error));
}

__global__ void saxpy_kernel(int n, float a, const float* x, float* y) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) y[i] = a * x[i] + y[i];
}

void saxpy(int n, float a, const float* x, float* y, void* stream) {
  constexpr int threads = 256;
  saxpy_kernel<<<(n - 1) / threads + 1, threads, 0, static_cast<cudaStream_t>(stream)>>>(n, a, x,
                                                                                         y);
  check(cudaGetLastError(), "saxpy");
}

void* create_stream() {
  cudaStream_t stream = nullptr;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  return stream;
}

void wait_for_stream(void* stream) {
  check(cudaStreamSynchronize(static_cast<cudaStream_t>(stream)), "cudaStreamSynchronize");
}

double sum_after(int n, void (*use)(int n, float* x, float* y)) {
  thrust::device_vector<float> x(static_cast<std::size_t>(n)), y(x.size(), 1.0F);
  thrust::sequence(x.begin(), x.end());
  check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  use(n, x.data().get(), y.data().get());
  return thrust::reduce(y.begin(), y.end(), 0.0);
}

}  // namespace

const CudaParts* cuda_parts() {
  static constexpr CudaParts parts{saxpy, create_stream, wait_for_stream, sum_after};
  return &parts;
}

}  // namespace gpumodel
