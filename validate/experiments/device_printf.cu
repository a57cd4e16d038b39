// What printf in a kernel takes: of one thread that prints several times, of the lanes of a warp,
// of several warps of a block, of blocks; with numbers beside the text. Its output goes to standard
// output, the times to the file that is named: JSON, microseconds by events, a median. Compiled by
// nvcc -O3 -std=c++20 -arch=sm_90.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int samples = 9;
const char* comma = "";
std::FILE* out = nullptr;

void expect(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::fprintf(stderr, "device_printf: %s\n", cudaGetErrorString(result));
  std::exit(4);
}

template <int numbers>
__device__ void print(int i) {
  if (numbers == 0) printf("printed\n");
  if (numbers == 1) printf("%d\n", i);
  if (numbers == 4) printf("%d %d %d %d\n", i, i + 1, i + 2, i + 3);
  if (numbers == 8)
    printf("%d %d %d %d %d %d %d %d\n", i, i + 1, i + 2, i + 3, i + 4, i + 5, i + 6, i + 7);
}

// Threads of a block up to `lanes` print `times` times.
template <int numbers>
__global__ void printing(int lanes, int times) {
  for (int i = 0; i < times; ++i)
    if (int(threadIdx.x) < lanes) print<numbers>(i);
}

template <int numbers>
void measure(int blocks, int threads, int lanes, int times) {
  cudaEvent_t begin, end;
  expect(cudaEventCreate(&begin));
  expect(cudaEventCreate(&end));
  std::vector<float> taken(samples);
  for (float& time : taken) {
    expect(cudaEventRecord(begin));
    printing<numbers><<<blocks, threads>>>(lanes, times);
    expect(cudaEventRecord(end));
    expect(cudaDeviceSynchronize());
    expect(cudaEventElapsedTime(&time, begin, end));
  }
  std::sort(taken.begin(), taken.end());
  std::fprintf(out,
               "%s\n  {\"numbers\": %d, \"blocks\": %d, \"threads\": %d, \"lanes\": %d, \"times\": "
               "%d, \"us\": %.2f}",
               comma, numbers, blocks, threads, lanes, times, taken[samples / 2] * 1e3);
  comma = ",";
}

}  // namespace

int main(int count, char** words) {
  cudaDeviceProp properties;
  expect(cudaGetDeviceProperties(&properties, 0));
  expect(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 64 << 20));
  out = std::fopen(count > 1 ? words[1] : "/dev/stderr", "w");
  std::fprintf(out, "{\"device\": \"%s\", \"points\": [", properties.name);
  for (const int times : {0, 1, 2, 4, 8, 16, 32}) {
    measure<0>(1, 32, 1, times);
    measure<1>(1, 32, 1, times);
    measure<4>(1, 32, 1, times);
    measure<8>(1, 32, 1, times);
  }
  for (const int lanes : {2, 4, 8, 16, 32}) {
    measure<0>(1, 32, lanes, 1);
    measure<1>(1, 32, lanes, 1);
    measure<4>(1, 32, lanes, 1);
  }
  for (const int threads : {64, 128, 256, 512, 1024}) measure<1>(1, threads, threads, 1);
  for (const int blocks : {2, 4, 16, 64, 256, 1024, 4096}) {
    measure<1>(blocks, 32, 1, 1);
    measure<1>(blocks, 32, 32, 1);
  }
  measure<1>(256, 256, 256, 1);
  std::fprintf(out, "]}\n");
}
