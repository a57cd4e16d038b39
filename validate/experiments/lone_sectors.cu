// What it costs to write single words that lie apart: one in every `apart` words of an array much
// larger than L2, read before (`update`) or not (`store`), and read alone (`load`). Prints JSON:
// picoseconds of a launch for each of these words, a median. Compiled by nvcc -O3 -std=c++20
// -arch=sm_90.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr long words = 256L << 20;
constexpr int samples = 9, threads = 256;
const char* comma = "";

void expect(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::fprintf(stderr, "lone_sectors: %s\n", cudaGetErrorString(result));
  std::exit(4);
}

__device__ long place(long apart) {
  return (blockIdx.x * long(blockDim.x) + threadIdx.x) * apart;
}

__global__ void load(float* data, long apart) {
  if (data[place(apart)] == 1.0F) data[0] = 2.0F;  // all are 0
}

__global__ void store(float* data, long apart) {
  data[place(apart)] = 0.0F;
}

__global__ void update(float* data, long apart) {
  data[place(apart)] *= 0.5F;
}

void measure(const char* name, void (*kernel)(float*, long), float* data, long apart) {
  cudaEvent_t begin, end;
  expect(cudaEventCreate(&begin));
  expect(cudaEventCreate(&end));
  const long touched = words / apart;
  std::vector<float> times(samples);
  for (float& time : times) {
    expect(cudaEventRecord(begin));
    kernel<<<unsigned(touched / threads), threads>>>(data, apart);
    expect(cudaEventRecord(end));
    expect(cudaEventSynchronize(end));
    expect(cudaEventElapsedTime(&time, begin, end));
  }
  std::sort(times.begin(), times.end());
  std::printf("%s\n  {\"kernel\": \"%s\", \"apart\": %ld, \"ps\": %.1f}", comma, name, apart,
              times[samples / 2] * 1e9 / double(touched));
  comma = ",";
}

}  // namespace

int main() {
  cudaDeviceProp properties;
  expect(cudaGetDeviceProperties(&properties, 0));
  float* data = nullptr;
  expect(cudaMalloc(&data, words * sizeof(float)));
  expect(cudaMemset(data, 0, words * sizeof(float)));
  std::printf("{\"device\": \"%s\", \"words\": %ld, \"points\": [", properties.name, words);
  for (const long apart : {8, 16, 32, 64, 128, 256}) {
    measure("load", load, data, apart);
    measure("store", store, data, apart);
    measure("update", update, data, apart);
  }
  std::printf("]}\n");
}
