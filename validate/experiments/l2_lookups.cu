// How many lines L2 looks up a second: warps load from 16 MiB that it holds, past L1, or store
// there, `lanes` neighbouring words at a time in each line that a request comes to. Stores to less
// than a sector are completed by the next warps of the block (`together`) or by far ones. Prints
// JSON: picoseconds for each line of a request. Compiled by nvcc -O3 -std=c++20 -arch=sm_90.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int threads = 256, samples = 9;
constexpr long bytes = 16L << 20, lines = bytes / 128, line_words = 32;
const char* comma = "";

void expect(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::fprintf(stderr, "l2_lookups: %s\n", cudaGetErrorString(result));
  std::exit(4);
}

enum class Access { load, store, both };

// Request `number` of all, of a warp: `lanes` words in each of 32 / lanes lines. Of the pieces of a
// sector each request has one.
template <class T, int lanes, bool together>
__device__ long place(long number, int lane) {
  constexpr long words = line_words * 4 / sizeof(T), sector = 32 / sizeof(T);
  constexpr long pieces = lanes < sector ? sector / lanes : 1;
  constexpr long of_request = 32 / lanes, groups = lines / of_request;
  const long group = together ? number / pieces % groups : number % groups;
  const long piece = together ? number % pieces : number / groups % pieces;
  return (group * of_request + lane / lanes) * words + piece * lanes + lane % lanes;
}

template <class T, int lanes, bool together, Access access, int rounds>
__global__ void walk(const T* __restrict__ from, T* to, bool keep) {
  const long warps = long(gridDim.x) * threads / 32;
  const long first = (blockIdx.x * long(threads) + threadIdx.x) / 32;
  const int lane = int(threadIdx.x % 32);
  T sum = 0;
#pragma unroll
  for (int round = 0; round < rounds; ++round) {
    const long here = place<T, lanes, together>(round * warps + first, lane);
    if constexpr (access != Access::store) sum += __ldcg(from + here);
    if constexpr (access != Access::load) to[here] = T(round);
  }
  if (keep) to[first] = sum;
}

template <class T, int lanes, bool together, Access access, int rounds = 16>
void measure(const char* type, const T* from, T* to, int sms) {
  cudaEvent_t begin, end;
  expect(cudaEventCreate(&begin));
  expect(cudaEventCreate(&end));
  const unsigned blocks = unsigned(sms) * 8 * 16 * (16 / rounds);
  std::vector<float> times(samples);
  for (float& time : times) {
    expect(cudaEventRecord(begin));
    walk<T, lanes, together, access, rounds><<<blocks, threads>>>(from, to, false);
    expect(cudaEventRecord(end));
    expect(cudaEventSynchronize(end));
    expect(cudaEventElapsedTime(&time, begin, end));
  }
  std::sort(times.begin(), times.end());
  const double requests = double(blocks) * threads / 32 * rounds;
  const char* name = access == Access::load ? "load" : access == Access::store ? "store" : "both";
  std::printf(
      "%s\n {\"access\": \"%s\", \"type\": \"%s\", \"lanes\": %d, \"together\": %s, "
      "\"rounds\": %d, \"ps_per_line\": %.2f}",
      comma, name, type, lanes, together ? "true" : "false", rounds,
      times[samples / 2] * 1e9 / (requests * (32 / lanes)));
  comma = ",";
}

template <class T, int lanes>
void all(const char* type, void* from, void* to, int sms) {
  const auto* read = static_cast<const T*>(from);
  auto* written = static_cast<T*>(to);
  measure<T, lanes, false, Access::load>(type, read, written, sms);
  measure<T, lanes, false, Access::store>(type, read, written, sms);
  measure<T, lanes, true, Access::store>(type, read, written, sms);
  measure<T, lanes, false, Access::store, 1>(type, read, written, sms);
  measure<T, lanes, true, Access::store, 1>(type, read, written, sms);
  measure<T, lanes, false, Access::both>(type, read, written, sms);
}

}  // namespace

int main() {
  cudaDeviceProp device;
  expect(cudaGetDeviceProperties(&device, 0));
  void *from = nullptr, *to = nullptr;
  expect(cudaMalloc(&from, bytes));
  expect(cudaMalloc(&to, bytes));
  expect(cudaMemset(from, 0, bytes));
  expect(cudaMemset(to, 0, bytes));
  std::printf("{\"device\": \"%s\", \"sms\": %d, \"walks\": [", device.name,
              device.multiProcessorCount);
  all<float, 1>("f32", from, to, device.multiProcessorCount);
  all<float, 2>("f32", from, to, device.multiProcessorCount);
  all<float, 4>("f32", from, to, device.multiProcessorCount);
  all<float, 8>("f32", from, to, device.multiProcessorCount);
  all<float, 16>("f32", from, to, device.multiProcessorCount);
  all<float, 32>("f32", from, to, device.multiProcessorCount);
  all<double, 1>("f64", from, to, device.multiProcessorCount);
  all<double, 2>("f64", from, to, device.multiProcessorCount);
  all<double, 4>("f64", from, to, device.multiProcessorCount);
  all<double, 8>("f64", from, to, device.multiProcessorCount);
  all<double, 16>("f64", from, to, device.multiProcessorCount);
  std::printf("\n]}\n");
}
