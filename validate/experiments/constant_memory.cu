// What it takes an SM, and a warp alone, to load constant memory where lanes load different words.
// Prints JSON: cycles of an SM for a load of a warp (median of the SMs), and of a chain of loads of
// one warp for a round. Compiled by nvcc -O3 -std=c++20 -arch=sm_90.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int rounds = 400, loads_of_round = 8, chained = 2000;
__constant__ unsigned table[16384];  // 64 KB, all there is; holds 0
const char* comma = "";

void expect(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::fprintf(stderr, "constant_memory: %s\n", cudaGetErrorString(result));
  std::exit(4);
}

// Lanes load `different` words, `apart` words from each other, of the first `words`, a power of
// two.
__global__ void load(int different, int apart, int words, unsigned* out, long long* cycles) {
  unsigned at = threadIdx.x % 32 % different * apart + threadIdx.x / 32 * 8, sums[4] = {};
  __syncthreads();
  const long long begin = clock64();
  for (int round = 0; round < rounds; ++round, at += 37) {
#pragma unroll
    for (int i = 0; i < loads_of_round; ++i) sums[i % 4] += table[(at + i * 32) & (words - 1)];
  }
  __syncthreads();
  if (threadIdx.x == 0) cycles[blockIdx.x] = clock64() - begin;
  out[blockIdx.x * blockDim.x + threadIdx.x] = sums[0] + sums[1] + sums[2] + sums[3];
}

__device__ unsigned scattered(unsigned x) {  // a number that looks random
  x = (x ^ x >> 16) * 0x7feb352dU;
  x = (x ^ x >> 15) * 0x846ca68bU;
  return x ^ x >> 16;
}

// Lanes load words at random places, others each time.
__global__ void draw(int words, unsigned* out, long long* cycles) {
  unsigned seed = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
  __syncthreads();
  const long long begin = clock64();
  for (int round = 0; round < rounds; ++round)
    sum += table[scattered(seed + round * 0x10001U) & (words - 1)];
  __syncthreads();
  if (threadIdx.x == 0) cycles[blockIdx.x] = clock64() - begin;
  out[seed] = sum;
}

__global__ void chain(int different, int apart, int words, unsigned* out, long long* cycles) {
  unsigned at = threadIdx.x % different * apart;
  const long long begin = clock64();
  for (int round = 0; round < chained; ++round) at = (at + 1 + table[at]) & (words - 1);
  if (threadIdx.x == 0) *cycles = clock64() - begin;
  out[threadIdx.x] = at;
}

class Measured {
 public:
  explicit Measured(int sms) : sms_(sms) {
    expect(cudaMalloc(&out_, sizeof(unsigned) * 1024 * sms));
    expect(cudaMalloc(&cycles_, sizeof(long long) * sms));
  }

  void loads(int threads, int different, int apart, int words) {
    for (int again = 0; again < 2; ++again)  // the first brings the words
      load<<<sms_, threads>>>(different, apart, words, out_, cycles_);
    const double each = median(sms_) / (threads / 32 * rounds * loads_of_round);
    std::printf(
        "%s\n {\"warps\": %d, \"bytes\": %d, \"different\": %d, \"bytes_apart\": %d, "
        "\"cycles_of_load\": %.2f}",
        comma, threads / 32, words * 4, different, apart * 4, each);
    comma = ",";
  }
  void draws(int threads, int words) {
    for (int again = 0; again < 2; ++again) draw<<<sms_, threads>>>(words, out_, cycles_);
    std::printf("%s\n {\"warps\": %d, \"bytes\": %d, \"cycles_of_load\": %.2f}", comma,
                threads / 32, words * 4, median(sms_) / (threads / 32 * rounds));
    comma = ",";
  }
  void chains(int different, int words) {
    for (int again = 0; again < 2; ++again) chain<<<1, 32>>>(different, 1, words, out_, cycles_);
    std::printf("%s\n {\"bytes\": %d, \"different\": %d, \"cycles_of_round\": %.1f}", comma,
                words * 4, different, median(1) / chained);
    comma = ",";
  }

 private:
  double median(int blocks) const {
    std::vector<long long> all(blocks);
    expect(cudaMemcpy(all.data(), cycles_, sizeof(long long) * blocks, cudaMemcpyDefault));
    std::ranges::nth_element(all, all.begin() + blocks / 2);
    return static_cast<double>(all[blocks / 2]);
  }
  int sms_;
  unsigned* out_ = nullptr;
  long long* cycles_ = nullptr;
};

}  // namespace

int main() {
  cudaDeviceProp device;
  expect(cudaGetDeviceProperties(&device, 0));
  Measured measured(device.multiProcessorCount);
  std::printf("{\"device\": \"%s\", \"loads\": [", device.name);
  for (const int threads : {1024, 128})
    for (const int words : {64, 512, 1024, 4096, 16384})
      for (const int different : {1, 2, 4, 8, 16, 32}) measured.loads(threads, different, 1, words);
  for (const int words : {1024, 4096})
    for (const int apart : {4, 8, 16, 32})
      for (const int different : {1, 2, 4, 8, 16, 32})
        measured.loads(1024, different, apart, words);
  comma = "";
  std::printf("\n], \"random\": [");
  for (const int threads : {1024, 256, 64, 32})
    for (int words = 64; words <= 16384; words *= 2) measured.draws(threads, words);
  comma = "";
  std::printf("\n], \"chains\": [");
  for (const int words : {64, 512, 1024, 4096, 16384})
    for (const int different : {1, 2, 4, 8, 16, 32}) measured.chains(different, words);
  std::printf("\n]}\n");
}
