// What it costs that two blocks write a part of one sector each: `arrays` arrays are copied to as
// many others, element i of each by thread i, where those that are written, or read, begin an
// element behind a sector or at one. Blocks that meet in sectors run at about the same time. Beyond
// L2, an array much larger than it. Prints JSON: picoseconds of the launch for each block and
// array, aligned and not. Compiled by nvcc -O3 -std=c++20 -arch=sm_90.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr long bytes = 512L << 20;  // of all arrays that are read
constexpr int samples = 7;
const char* comma = "";

void expect(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::fprintf(stderr, "partial_sectors: %s\n", cudaGetErrorString(result));
  std::exit(4);
}

template <class T, int arrays>
__global__ void copy(const T* __restrict__ from, T* __restrict__ to, long n, long apart) {
  const long i = blockIdx.x * long(blockDim.x) + threadIdx.x;
  if (i >= n) return;
  T values[arrays];
#pragma unroll
  for (int k = 0; k < arrays; ++k) values[k] = from[k * apart + i];
#pragma unroll
  for (int k = 0; k < arrays; ++k) to[k * apart + i] = values[k];
}

template <class T, int arrays>
void measure(const char* type, const void* from, void* to) {
  constexpr long line = 128 / sizeof(T);
  const long apart = bytes / arrays / long(sizeof(T)) / line * line, n = apart - line;
  cudaEvent_t begin, end;
  expect(cudaEventCreate(&begin));
  expect(cudaEventCreate(&end));
  for (const int threads : {32, 64, 128, 256, 512}) {
    const long blocks = (n + threads - 1) / threads;
    double each[4];
    for (const int variant : {0, 1, 2, 3}) {
      const int behind = variant & 1, before = variant >> 1;
      std::vector<float> times(samples);
      for (float& time : times) {
        expect(cudaEventRecord(begin));
        copy<T, arrays><<<unsigned(blocks), threads>>>(static_cast<const T*>(from) + before,
                                                       static_cast<T*>(to) + behind, n, apart);
        expect(cudaEventRecord(end));
        expect(cudaEventSynchronize(end));
        expect(cudaEventElapsedTime(&time, begin, end));
      }
      std::sort(times.begin(), times.end());
      each[variant] = times[samples / 2] * 1e9 / (double(blocks) * arrays);
    }
    int resident = 0;
    expect(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, copy<T, arrays>, threads, 0));
    std::printf(
        "%s\n {\"type\": \"%s\", \"arrays\": %d, \"threads\": %d, \"blocks_per_sm\": %d, "
        "\"aligned_ps\": %.1f, \"apart_ps\": %.1f, \"loads_apart_ps\": %.1f, "
        "\"both_apart_ps\": %.1f}",
        comma, type, arrays, threads, resident, each[0], each[1], each[2], each[3]);
    comma = ",";
  }
}

template <class T>
void all(const char* type, const void* from, void* to) {
  measure<T, 1>(type, from, to);
  measure<T, 2>(type, from, to);
  measure<T, 3>(type, from, to);
  measure<T, 4>(type, from, to);
  measure<T, 6>(type, from, to);
  measure<T, 9>(type, from, to);
  measure<T, 16>(type, from, to);
}

}  // namespace

int main() {
  cudaDeviceProp device;
  expect(cudaGetDeviceProperties(&device, 0));
  void *from = nullptr, *to = nullptr;
  expect(cudaMalloc(&from, bytes + 128));
  expect(cudaMalloc(&to, bytes + 128));
  expect(cudaMemset(from, 0, bytes));
  std::printf("{\"device\": \"%s\", \"sms\": %d, \"copies\": [", device.name,
              device.multiProcessorCount);
  all<float>("f32", from, to);
  all<double>("f64", from, to);
  std::printf("\n]}\n");
}
