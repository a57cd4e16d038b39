// How long a warp waits for DRAM where it, and others, walk through memory: `warps` warps, one to a
// block, make `waits` loads that wait for each other, `stride` bytes apart, each warp through
// memory of its own or all through the same. Nothing of it is in L2. Prints JSON: nanoseconds of a
// wait. Compiled by nvcc -O3 -std=c++20 -arch=sm_90.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr long bytes = 4L << 30, scratch_bytes = 256L << 20, waits = 1000;
constexpr int samples = 5;
const char* comma = "";

void expect(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::fprintf(stderr, "dram_streams: %s\n", cudaGetErrorString(result));
  std::exit(4);
}

// All words are 0: the next place hangs on what was loaded, and is known to us alone.
__global__ void walk(const int* memory, long stride, long apart, int* out) {
  const int* at = memory + (blockIdx.x * apart) / 4 + threadIdx.x;
  int sum = 0;
  for (long i = 0; i < waits; ++i) {
    sum += __ldcg(at + sum);
    at += stride / 4;
  }
  if (sum != 0) *out = sum;
}

}  // namespace

int main() {
  int *memory = nullptr, *scratch = nullptr, *out = nullptr;
  expect(cudaMalloc(&memory, bytes));
  expect(cudaMalloc(&scratch, scratch_bytes));
  expect(cudaMalloc(&out, 4));
  expect(cudaMemset(memory, 0, bytes));
  cudaDeviceProp device;
  expect(cudaGetDeviceProperties(&device, 0));
  cudaEvent_t begin, end;
  expect(cudaEventCreate(&begin));
  expect(cudaEventCreate(&end));
  std::printf("{\"device\": \"%s\", \"sms\": %d, \"walks\": [", device.name,
              device.multiProcessorCount);
  for (const bool shared : {false, true}) {
    for (const int warps : {1, 8, 64, 132, 528}) {
      for (const long stride : {64L, 128L, 256L, 512L, 1024L, 4096L, 65536L}) {
        const long apart = shared ? 0 : std::max(stride * waits, 4L << 20);
        if (apart * (warps - 1) + stride * waits + 128 > bytes) continue;
        std::vector<float> times(samples);
        for (float& time : times) {
          expect(cudaMemset(scratch, 0, scratch_bytes));
          expect(cudaEventRecord(begin));
          walk<<<unsigned(warps), 32>>>(memory, stride, apart, out);
          expect(cudaEventRecord(end));
          expect(cudaEventSynchronize(end));
          expect(cudaEventElapsedTime(&time, begin, end));
        }
        std::sort(times.begin(), times.end());
        std::printf("%s\n {\"shared\": %s, \"warps\": %d, \"stride\": %ld, \"ns_per_wait\": %.1f}",
                    comma, shared ? "true" : "false", warps, stride,
                    times[samples / 2] * 1e6 / double(waits));
        comma = ",";
      }
    }
  }
  std::printf("\n]}\n");
}
