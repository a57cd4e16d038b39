// What a walk through DRAM waits for: a thread follows pointers that lie `stride` bytes apart, in
// data that L2 does not hold (`cold`) and again (`in_l2`; they are more than L1 holds). Cycles a
// step. If L2 fetched sectors of 32 B one by one, a step of 32 would be as long as one of 64.
// Prints JSON. Compiled by nvcc -O3 -std=c++20 -arch=sm_90.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int steps = 20000, samples = 3;
constexpr std::size_t words = 64UL << 20, flushed = 256UL << 20;

void expect(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::fprintf(stderr, "pairs: %s\n", cudaGetErrorString(result));
  std::exit(4);
}

__global__ void follow(const unsigned* next, unsigned* last, long long* cycles) {
  unsigned at = 0;
  const long long begin = clock64();
  for (int step = 0; step < steps; ++step) at = next[at];
  *cycles = clock64() - begin;
  *last = at;
}

}  // namespace

int main() {
  unsigned *next = nullptr, *last = nullptr;
  char* flush = nullptr;
  long long* cycles = nullptr;
  expect(cudaMalloc(&next, words * sizeof *next));
  expect(cudaMalloc(&last, sizeof *last));
  expect(cudaMalloc(&cycles, sizeof *cycles));
  expect(cudaMalloc(&flush, flushed));
  const auto run = [&] {
    follow<<<1, 1>>>(next, last, cycles);
    long long all = 0;
    expect(cudaMemcpy(&all, cycles, sizeof all, cudaMemcpyDeviceToHost));
    return static_cast<double>(all) / steps;
  };
  cudaDeviceProp device{};
  expect(cudaGetDeviceProperties(&device, 0));
  std::printf("{\"device\": \"%s\", \"steps\": %d, \"samples\": %d, \"strides\": [", device.name,
              steps, samples);
  std::vector<unsigned> chain(words);
  const char* comma = "";
  for (const int stride : {32, 64, 96, 128, 192, 256, 512, 1024, 2048, 4096, 8192}) {
    const auto apart = static_cast<unsigned>(stride / sizeof *next);
    for (unsigned step = 0; step < steps; ++step) chain[step * apart] = (step + 1) * apart;
    expect(cudaMemcpy(next, chain.data(), words * sizeof *next, cudaMemcpyHostToDevice));
    std::vector<double> cold, warm;
    for (int sample = 0; sample < samples; ++sample) {
      expect(cudaMemset(flush, sample, flushed));
      cold.push_back(run());
      warm.push_back(run());
    }
    std::ranges::sort(cold);
    std::ranges::sort(warm);
    std::printf("%s\n {\"stride\": %d, \"cold\": %.1f, \"in_l2\": %.1f}", comma, stride,
                cold[samples / 2], warm[samples / 2]);
    comma = ",";
  }
  std::printf("\n]}\n");
}
