// Calls of libraries between launches: their handles and vectors are there, what they compute is not.
#include <cstdio>
#include <vector>

#include <cub/cub.cuh>
#include <cublas_v2.h>
#include <cufft.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

__global__ void scale(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = thrust::multiplies<float>()(x[i], by);
}

int main() {
  const int n = 4096, rows = 64;
  thrust::host_vector<float> on_host(n);
  thrust::sequence(on_host.begin(), on_host.end());
  const float known = thrust::reduce(on_host.begin(), on_host.end(), 0.f);

  thrust::device_vector<float> values = on_host, sums(n);
  float* x = thrust::raw_pointer_cast(&values[0]);
  scale<<<n / 256, {256, 1, 1}>>>(x, 2.f, n);
  thrust::transform(values.begin(), values.end(), sums.begin(), thrust::negate<float>());
  thrust::sort(values.begin(), values.end());

  cublasHandle_t handle;
  if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return 1;
  const float one = 1.f, none = 0.f;
  float* y = thrust::raw_pointer_cast(sums.data());
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, rows, rows, rows, &one, x, rows, x, rows, &none, y, rows);
  cublasDestroy(handle);

  cufftHandle plan;
  if (cufftPlan1d(&plan, rows, CUFFT_C2C, 32) != CUFFT_SUCCESS) return 1;
  cufftExecC2C(plan, (cufftComplex*)y, (cufftComplex*)y, CUFFT_INVERSE);
  cufftDestroy(plan);

  size_t bytes = 0;
  void* temporary = nullptr;
  cub::DeviceScan::ExclusiveSum(temporary, bytes, x, y, n);
  cudaMalloc(&temporary, bytes);
  cub::DeviceScan::ExclusiveSum(temporary, bytes, x, y, n);
  scale<<<n / 256, 256>>>(y, 3.f, n);

  const float sum = thrust::reduce(thrust::device, y, y + n, 0.f, thrust::plus<float>());
  scale<<<n / 256, 256>>>(y, sum, n);
  std::printf("%.0f on the host\n", known);
  return 0;
}
