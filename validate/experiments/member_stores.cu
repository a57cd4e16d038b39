// What it takes to write structures member by member: arrays of `stride` words whose first
// `members` are written one after the other (`store`) or read and written (`update`), in an array
// of 16 MiB that the L2 holds. Prints JSON: microseconds of a pass over it, a median of launches
// that do several. Compiled by nvcc -O3 -std=c++20 -arch=sm_90.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int words = 4 << 20, samples = 9, passes = 8, threads = 512;
const char* comma = "";

void expect(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::fprintf(stderr, "member_stores: %s\n", cudaGetErrorString(result));
  std::exit(4);
}

template <int members, bool reads>
__global__ void write(float* data, int count, int stride) {
  for (int pass = 0; pass < passes; ++pass)
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
#pragma unroll
      for (int m = 0; m < members; ++m) {
        // Nobody knows that members lie in one structure, so each is a store of its own.
        volatile float* at = data + i * stride + m;
        *at = reads ? *at * 0.5F : float(pass);
      }
}

template <int members, bool reads>
void measure(float* data, int stride) {
  cudaEvent_t begin, end;
  expect(cudaEventCreate(&begin));
  expect(cudaEventCreate(&end));
  int sms = 0;
  expect(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
  std::vector<float> times(samples);
  for (float& time : times) {
    expect(cudaEventRecord(begin));
    write<members, reads><<<4 * sms, threads>>>(data, words / stride, stride);
    expect(cudaEventRecord(end));
    expect(cudaEventSynchronize(end));
    expect(cudaEventElapsedTime(&time, begin, end));
  }
  std::sort(times.begin(), times.end());
  std::printf("%s\n  {\"kernel\": \"%s\", \"stride\": %d, \"members\": %d, \"us\": %.3f}", comma,
              reads ? "update" : "store", stride, members, times[samples / 2] * 1e3 / passes);
  comma = ",";
}

template <int members>
void both(float* data, int stride) {
  if (members > stride) return;
  measure<members, false>(data, stride);
  measure<members, true>(data, stride);
}

}  // namespace

int main() {
  cudaDeviceProp properties;
  expect(cudaGetDeviceProperties(&properties, 0));
  float* data = nullptr;
  expect(cudaMalloc(&data, words * sizeof(float)));
  expect(cudaMemset(data, 0, words * sizeof(float)));
  std::printf("{\"device\": \"%s\", \"words\": %d, \"points\": [", properties.name, words);
  for (const int stride : {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 32, 64}) {
    both<1>(data, stride);
    both<2>(data, stride);
    both<3>(data, stride);
    both<4>(data, stride);
    both<6>(data, stride);
    both<7>(data, stride);
    both<8>(data, stride);
  }
  std::printf("]}\n");
}
