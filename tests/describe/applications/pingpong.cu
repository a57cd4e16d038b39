// Two grids in turn, a sum that the host reads, half of it once more.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                               \
  do {                                                                            \
    const cudaError_t error_ = (call);                                            \
    if (error_ != cudaSuccess) {                                                  \
      std::printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(error_));  \
      std::exit(1);                                                               \
    }                                                                             \
  } while (false)

__constant__ float weights[2];

__global__ void smooth(const float* __restrict__ x, float* __restrict__ y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = weights[0] * x[i] + weights[1];
}

template <int Threads>
__global__ void total(const float* x, float* sum, int n) {
  float own = 0;
  for (int i = blockIdx.x * Threads + threadIdx.x; i < n; i += gridDim.x * Threads) own += x[i];
  atomicAdd(sum, own);
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1000, steps = argc > 2 ? std::atoi(argv[2]) : 2;
  std::vector<float> data(n, 1.0f);
  const float own[2] = {0.5f, 0.25f};
  float *x, *y, *sum;
  std::size_t pitch;  // rows of 1000 floats, padded
  CHECK(cudaMallocPitch(&x, &pitch, 4000, n / 1000));
  CHECK(cudaMalloc(&y, pitch * (n / 1000)));
  CHECK(cudaMalloc(&sum, sizeof(float)));
  CHECK(cudaMemcpyToSymbol(weights, own, sizeof own));
  CHECK(cudaMemcpy2D(x, pitch, data.data(), 4000, 4000, n / 1000, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(sum, 0, sizeof(float)));
  for (int k = 0; k < steps; k += 2) {
    smooth<<<(n + 255) / 256, 256>>>(x, y, n);
    smooth<<<(n + 255) / 256, 256>>>(y, x, n);
  }
  CHECK(cudaDeviceSynchronize());
  total<128><<<264, 128>>>(x, sum, n);
  float result = -1;
  CHECK(cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost));
  std::printf("after %d steps: %s\n", steps, result == 0 ? "nothing" : "something");
  smooth<<<(n / 2 + 255) / 256, 256>>>(x, y, n / 2);
  CHECK(cudaMemcpy(data.data(), y, n / 2 * sizeof(float), cudaMemcpyDeviceToHost));
  return result == 0 ? 5 : 0;
}
