// A sum that says how often the next kernel is launched, and a check of the results.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

// Constants of the host, one of which a kernel reads, and variables that begin with something.
struct Bar {
  static const char done[];
  static const int steps[2];
};
const char Bar::done[] = "PASSED";
const int Bar::steps[2] = {30, 4};
__constant__ const int hundreds[2] = {100, 200};
__constant__ int thousand = 1000;
__device__ int of_two[2] = {5, 6};

__global__ void begins(int* out) {
  const int i = threadIdx.x % 2;
  out[threadIdx.x] = thousand * of_two[i] + hundreds[i] + Bar::steps[i] + 1;
}

__device__ int hits;
__constant__ float factor;

__device__ float of_warp(float v) {
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d);
  return v;
}

__global__ void sum(const float* x, float* total, int n) {
  __shared__ float parts[8];
  float v = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += x[i];
  v = of_warp(v);
  if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x < 32) {
    v = of_warp(threadIdx.x < blockDim.x / 32 ? parts[threadIdx.x] : 0);
    if (threadIdx.x == 0) atomicAdd(total, v);
  }
}

// Each block's tree in dynamic shared memory.
__global__ void sums(const float* x, float* out, int n) {
  extern __shared__ float tree[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tree[threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads();
  for (int h = blockDim.x / 2; h > 0; h /= 2) {
    if (threadIdx.x < h) tree[threadIdx.x] += tree[threadIdx.x + h];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = tree[0];
}

// The last warp without barriers, as it was written before Volta.
__global__ void sums_of_old(const float* x, float* out) {
  __shared__ volatile float s[64];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) {
    s[threadIdx.x] += s[threadIdx.x + 32];
    s[threadIdx.x] += s[threadIdx.x + 16];
    s[threadIdx.x] += s[threadIdx.x + 8];
    s[threadIdx.x] += s[threadIdx.x + 4];
    s[threadIdx.x] += s[threadIdx.x + 2];
    s[threadIdx.x] += s[threadIdx.x + 1];
    if (threadIdx.x == 0) out[0] = s[0];
  }
}

struct Shift {
  float by;
  double unused;
  int sign;
};
template <int Times>
__global__ void shift(float* x, int n, Shift how) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    for (int k = 0; k < Times; ++k) x[i] += factor * how.sign * how.by;
    if (i % 4 == 0) atomicAdd(&hits, 1);
  }
}

__global__ void never_needed(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = -1;
}

__global__ void twice(float* from, float* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = 2 * from[i];
}

int main() {
  const int n = 100000;
  std::vector<float> x(n);
  for (int i = 0; i < n; ++i) x[i] = float(i % 7);
  float *on_device, *total, *parts, *scratch, *doubled;
  cudaMalloc(&on_device, n * sizeof(float));
  cudaMalloc(&total, sizeof(float));
  cudaMalloc(&parts, 1024 * sizeof(float));
  cudaMalloc(&scratch, n * sizeof(float));
  cudaMalloc(&doubled, n * sizeof(float));
  cudaMemcpy(on_device, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  const float two = 2;
  cudaMemcpyToSymbol(factor, &two, sizeof two);
  for (int i = 0; i < 5; ++i) never_needed<<<(n + 255) / 256, 256>>>(scratch, n);
  cudaFree(scratch);

  float sum_of_all = 0, expected = 0;
  cudaMemset(total, 0, sizeof(float));
  sum<<<64, 256>>>(on_device, total, n);
  cudaMemcpy(&sum_of_all, total, sizeof(float), cudaMemcpyDeviceToHost);
  for (float v : x) expected += v;
  // Data decide how often.
  const int rounds = int(sum_of_all / n + 0.5f);
  for (int i = 0; i < rounds; ++i) shift<2><<<(n + 127) / 128, 128>>>(on_device, n, Shift{0.5f, 0, 1});
  sums<<<(n + 255) / 256, 256, 256 * sizeof(float)>>>(on_device, parts, n);
  std::vector<float> of_blocks((n + 255) / 256);
  cudaMemcpy(of_blocks.data(), parts, of_blocks.size() * sizeof(float), cudaMemcpyDeviceToHost);
  int count = 0;
  cudaMemcpyFromSymbol(&count, hits, sizeof count);
  sums_of_old<<<1, 64>>>(on_device, parts);
  float of_64 = 0;
  cudaMemcpy(&of_64, parts, sizeof of_64, cudaMemcpyDeviceToHost);

  // Written again and again, as a benchmark does.
  for (int i = 0; i < 20; ++i) twice<<<(n + 255) / 256, 256>>>(on_device, doubled, n);
  float last = 0;
  cudaMemcpy(&last, doubled + n - 1, sizeof last, cudaMemcpyDeviceToHost);

  int *found, begun[2];
  cudaMalloc(&found, sizeof begun);
  begins<<<1, 2>>>(found);
  cudaMemcpy(begun, found, sizeof begun, cudaMemcpyDeviceToHost);

  register int wrong = std::fabs(sum_of_all - expected) > 1e-3f * expected;
  double all = 0, first = 0;
  for (float v : of_blocks) all += v;
  for (int i = 0; i < 64; ++i) first += x[i] + 2.0f * rounds;
  wrong += std::fabs(all - (expected + 2.0 * rounds * n)) > 1e-3 * all;
  wrong += count != rounds * n / 4;
  wrong += last != 2 * (x[n - 1] + 2.0f * rounds);
  wrong += begun[0] != 5131 || begun[1] != 6205;
  wrong += std::fabs(of_64 - first) > 1e-3 * first;
  std::printf("%d rounds, %d hits: %s\n", rounds, count, wrong == 0 ? Bar::done : "FAILED");
  return wrong;
}
