// Many kernels of one file, each asking something that only data answers, while the clock is asked
// between their launches.
#include <cstdio>
#include <vector>

template <int Work>
__global__ void sift(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0.f;
  for (int k = 0; k < Work; ++k) sum = sum * in[i] + 2.f;
  if (in[i] > 2.5f) out[i] = sum;
}

template <int Work>
float seconds_of(const float* in, float* out, int n, int block) {
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventRecord(begin);
  sift<Work><<<(n + block - 1) / block, block>>>(in, out, n);
  cudaEventRecord(end);
  cudaEventSynchronize(end);
  float ms = 0.f;
  cudaEventElapsedTime(&ms, begin, end);
  return ms;
}

int main() {
  const int n = 12000;
  std::vector<float> values(n);
  for (int i = 0; i < n; ++i) values[i] = static_cast<float>(i % 4);
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, values.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  for (int block = 64; block <= 256; block *= 2) {
    const float one = seconds_of<1>(in, out, n, block), two = seconds_of<2>(in, out, n, block),
                four = seconds_of<4>(in, out, n, block), eight = seconds_of<8>(in, out, n, block);
    printf("%d: %g %g %g %g ms\n", block, one, two, four, eight);
  }
  return 0;
}
