// What idioms call of CUDA's: compiled by nvcc alone, so that the OpenACC compiler need not know
// it.
#pragma once

namespace gpumodel {

struct CudaParts {
  // y = a * x + y over device arrays, in a stream (null: the default one), without waiting.
  void (*saxpy)(int n, float a, const float* x, float* y, void* stream);
  void* (*create_stream)();
  void (*wait_for_stream)(void* stream);
  // Two Thrust vectors on the device with x[i] = i and y[i] = 1; `use` gets their addresses. Then
  // the sum of y.
  double (*sum_after)(int n, void (*use)(int n, float* x, float* y));
};

// Null in a program that was built without nvcc.
const CudaParts* cuda_parts();

}  // namespace gpumodel
