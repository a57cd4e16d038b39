// How fast an SM sends lines to L2 and gets them from there: a block on each of a few SMs, whose
// warps come, `lanes` neighbouring words at a time, to lines of their own in memory that L2 holds.
// `load` and `store` go to L2 each time, `both` loads and stores in place in what L1 holds. Prints
// JSON: cycles of an SM for each line of a request. Compiled by nvcc -O3 -std=c++20 -arch=sm_90.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int samples = 5, rounds = 2048;
constexpr long line_bytes = 128, lines_of_block = 256;
const char* comma = "";

void expect(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::fprintf(stderr, "lines_of_sm: %s\n", cudaGetErrorString(result));
  std::exit(4);
}

enum class Access { load, store, both };

template <class T, int lanes, Access access>
__global__ void walk(T* data, long long* cycles, bool keep) {
  constexpr long words = line_bytes / sizeof(T);
  constexpr long of_request = 32 / lanes;
  const int warp = int(threadIdx.x / 32), lane = int(threadIdx.x % 32),
            warps = int(blockDim.x / 32);
  T* own = data + blockIdx.x * lines_of_block * words + lane / lanes * words + lane % lanes;
  T sum = 0;
  __syncthreads();
  const long long begin = clock64();
#pragma unroll 8
  for (int round = 0; round < rounds; ++round) {
    const long group = (long(round) * warps + warp) * of_request % lines_of_block;
    T* here = own + group * words;
    if constexpr (access == Access::load) sum += __ldcg(here);
    if constexpr (access == Access::store) *here = T(round);
    if constexpr (access == Access::both) *here = *here + T(1);
  }
  if (keep) *own = sum;
  __syncthreads();
  if (threadIdx.x == 0) cycles[blockIdx.x] = clock64() - begin;
}

template <class T, int lanes, Access access>
void measure(const char* type, void* data, long long* cycles, int sms) {
  const char* name = access == Access::load ? "load" : access == Access::store ? "store" : "both";
  for (const int threads : {64, 256, 1024}) {
    for (const int blocks : {1, 4, 16, 64, sms}) {
      std::vector<double> times(samples);
      for (double& time : times) {
        walk<T, lanes, access>
            <<<unsigned(blocks), unsigned(threads)>>>(static_cast<T*>(data), cycles, false);
        std::vector<long long> all(static_cast<std::size_t>(blocks));
        expect(
            cudaMemcpy(all.data(), cycles, sizeof(long long) * all.size(), cudaMemcpyDeviceToHost));
        std::sort(all.begin(), all.end());
        time = double(all[all.size() / 2]);
      }
      std::sort(times.begin(), times.end());
      const double lines = double(rounds) * threads / lanes;
      std::printf(
          "%s\n {\"access\": \"%s\", \"type\": \"%s\", \"lanes\": %d, \"threads\": %d, "
          "\"sms\": %d, \"cycles_per_line\": %.3f}",
          comma, name, type, lanes, threads, blocks, times[samples / 2] / lines);
      comma = ",";
    }
  }
}

template <class T, int lanes>
void all(const char* type, void* data, long long* cycles, int sms) {
  measure<T, lanes, Access::load>(type, data, cycles, sms);
  measure<T, lanes, Access::store>(type, data, cycles, sms);
  measure<T, lanes, Access::both>(type, data, cycles, sms);
}

}  // namespace

int main() {
  cudaDeviceProp device;
  expect(cudaGetDeviceProperties(&device, 0));
  const int sms = device.multiProcessorCount;
  const auto bytes = std::size_t(sms) * lines_of_block * line_bytes;
  void* data = nullptr;
  long long* cycles = nullptr;
  expect(cudaMalloc(&data, bytes));
  expect(cudaMemset(data, 0, bytes));
  expect(cudaMalloc(&cycles, sizeof(long long) * std::size_t(sms)));
  std::printf("{\"device\": \"%s\", \"sms\": %d, \"walks\": [", device.name, sms);
  all<float, 1>("f32", data, cycles, sms);
  all<float, 4>("f32", data, cycles, sms);
  all<float, 8>("f32", data, cycles, sms);
  all<float, 16>("f32", data, cycles, sms);
  all<float, 32>("f32", data, cycles, sms);
  all<double, 1>("f64", data, cycles, sms);
  all<double, 4>("f64", data, cycles, sms);
  all<double, 16>("f64", data, cycles, sms);
  std::printf("\n]}\n");
}
