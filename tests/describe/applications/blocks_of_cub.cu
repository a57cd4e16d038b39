// What CUB does within a block, and random numbers, are code of the kernel: it runs, too.
#include <cstdio>

#include <cub/cub.cuh>
#include <curand.h>
#include <curand_kernel.h>

typedef cub::KeyValuePair<int, float> Pair;

template <int threads>
__global__ void sum(const float* in, float* out) {
  typedef cub::BlockReduce<float, threads> Reduce;
  __shared__ typename Reduce::TempStorage there;
  const float all = Reduce(there).Sum(in[blockIdx.x * threads + threadIdx.x]);
  if (threadIdx.x == 0) out[blockIdx.x] = all;
}
__global__ void largest(const float* in, Pair* out) {
  typedef cub::BlockReduce<Pair, 128> Reduce;
  __shared__ Reduce::TempStorage there;
  const int i = blockIdx.x * 128 + threadIdx.x;
  const Pair all = Reduce(there).Reduce(Pair(i, in[i]), [](Pair a, Pair b) { return a.value < b.value ? b : a; });
  if (threadIdx.x == 0) out[blockIdx.x] = all;
}
__global__ void scan(const int* in, int* out) {
  typedef cub::BlockScan<int, 128> Scan;
  typedef cub::BlockLoad<int, 128, 2, cub::BLOCK_LOAD_TRANSPOSE> Load;
  typedef cub::BlockStore<int, 128, 2> Store;
  __shared__ union { Scan::TempStorage scan; Load::TempStorage load; Store::TempStorage store; } there;
  int mine[2];
  Load(there.load).Load(in + blockIdx.x * 256, mine);
  __syncthreads();
  Scan(there.scan).InclusiveSum(mine, mine);
  __syncthreads();
  Store(there.store).Store(out + blockIdx.x * 256, mine);
}
__global__ void throws(unsigned* hits, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandState state;
  curand_init(7, i, 0, &state);
  unsigned inside = 0;
  for (int k = 0; k < n; ++k) {
    const float x = curand_uniform(&state), y = curand_uniform(&state);
    inside += x * x + y * y < 1.f;
  }
  atomicAdd(hits, inside);
}

int main() {
  const int n = 1024;
  static float host[n];
  static int ones[n];
  for (int i = 0; i < n; ++i) host[i] = i == 77 ? 5 : 1, ones[i] = 1;
  float *in, *sums;
  int *counts, *scanned;
  Pair* pairs;
  unsigned* hits;
  cudaMalloc(&in, sizeof host), cudaMalloc(&sums, sizeof host), cudaMalloc(&counts, sizeof ones);
  cudaMalloc(&scanned, sizeof ones), cudaMalloc(&pairs, 64 * sizeof(Pair)), cudaMalloc(&hits, 4);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(counts, ones, sizeof ones, cudaMemcpyHostToDevice);
  cudaMemset(hits, 0, 4);
  sum<256><<<n / 256, 256>>>(in, sums);
  largest<<<n / 128, 128>>>(in, pairs);
  scan<<<n / 256, 128>>>(counts, scanned);
  throws<<<1, 256>>>(hits, 100);
  Pair best;
  unsigned inside;
  cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(&best, pairs, sizeof best, cudaMemcpyDeviceToHost);
  cudaMemcpy(ones, scanned, sizeof ones, cudaMemcpyDeviceToHost);
  cudaMemcpy(&inside, hits, sizeof inside, cudaMemcpyDeviceToHost);
  std::printf("sum %g, largest %d, scanned %d %d %d\n", host[0], best.key, ones[0], ones[255], ones[256]);
  std::printf("pi %s\n", inside > 3.1 / 4 * 25600 && inside < 3.2 / 4 * 25600 ? "found" : "missed");
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandSetPseudoRandomGeneratorSeed(generator, 1234);
  if (curandGenerateUniform(generator, in, n) != CURAND_STATUS_SUCCESS) return 1;
  curandDestroyGenerator(generator);
  sum<256><<<n / 256, 256>>>(in, sums);
  cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("mean %s\n", host[0] > 0.4 * 256 && host[0] < 0.6 * 256 ? "found" : "missed");
}
