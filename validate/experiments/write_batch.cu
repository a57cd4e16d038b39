// How long DRAM writes at a time: loops that load and store one element per lane and round, and
// loops that only load, on every SM. What a store costs a load that waits meanwhile is
// dram.write_batch of a device, which `gpumodel calibrate` has from loops of its own: these here, 8
// bytes wide too, say how well it does (tests/experiments). The others gave the constant
// around_a_wait.
//
// Each round waits for its load: nothing is unrolled, and `b` may be `a`. Prints JSON.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <vector>

#include "validate/runner/device_watch.hpp"

namespace {

using Json = nlohmann::ordered_json;

void expect(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::fprintf(stderr, "write_batch: %s\n", cudaGetErrorString(result));
  std::exit(4);
}

template <class T, bool stores>
__global__ void rounds_of(const T* a, T* b, long rounds) {
  const long threads = static_cast<long>(gridDim.x) * blockDim.x;
  long i = static_cast<long>(blockIdx.x) * blockDim.x + threadIdx.x;
  T sum = 0;
#pragma unroll 1
  for (long k = 0; k < rounds; ++k, i += threads) {
    const T v = a[i];
    if constexpr (stores) {
      b[i] = v;
    } else {
      sum += v;
    }
  }
  if (!stores && sum == T(12345.678)) b[0] = sum;
}

constexpr int block = 256, samples = 15;
constexpr std::size_t bytes_of_array = std::size_t{1} << 30;

template <class T, bool stores>
Json measured(int sms, int warps, void* a, void* b, gpumodel::DeviceWatch& watch) {
  const int blocks = sms * warps * 32 / block;
  const long rounds =
      static_cast<long>(bytes_of_array / sizeof(T)) / (static_cast<long>(blocks) * block);
  cudaEvent_t begin, end;
  expect(cudaEventCreate(&begin));
  expect(cudaEventCreate(&end));
  std::vector<double> seconds;
  watch.start();
  for (int i = 0; i < samples + 2; ++i) {
    expect(cudaEventRecord(begin));
    rounds_of<T, stores><<<blocks, block>>>(static_cast<const T*>(a), static_cast<T*>(b), rounds);
    expect(cudaEventRecord(end));
    expect(cudaEventSynchronize(end));
    float ms = 0;
    expect(cudaEventElapsedTime(&ms, begin, end));
    if (i >= 2) seconds.push_back(1e-3 * ms);
  }
  std::sort(seconds.begin(), seconds.end());
  Json one{{"bytes_per_lane", sizeof(T)},
           {"warps_per_sm", warps},
           {"stores", stores},
           {"blocks", blocks},
           {"threads", block},
           {"rounds", rounds},
           {"min_s", seconds.front()},
           {"median_s", seconds[seconds.size() / 2]},
           {"max_s", seconds.back()}};
  one["device_state"] = watch.stop();
  return one;
}

}  // namespace

int main() {
  cudaDeviceProp device{};
  expect(cudaGetDeviceProperties(&device, 0));
  char bus[32];
  expect(cudaDeviceGetPCIBusId(bus, sizeof(bus), 0));
  gpumodel::DeviceWatch watch;
  watch.open(bus);
  void *a = nullptr, *b = nullptr;
  expect(cudaMalloc(&a, bytes_of_array));
  expect(cudaMalloc(&b, bytes_of_array));
  expect(cudaMemset(a, 0, bytes_of_array));
  expect(cudaMemset(b, 0, bytes_of_array));
  Json document{
      {"experiment", "write_batch"}, {"device", device.name}, {"sms", device.multiProcessorCount}};
  document["environment"] = watch.identity();
  for (const int warps : {16, 32, 64}) {
    const int sms = device.multiProcessorCount;
    document["loops"].push_back(measured<float, true>(sms, warps, a, b, watch));
    document["loops"].push_back(measured<float, false>(sms, warps, a, b, watch));
    document["loops"].push_back(measured<double, true>(sms, warps, a, b, watch));
    document["loops"].push_back(measured<double, false>(sms, warps, a, b, watch));
  }
  std::cout << document.dump(2) << '\n';
}
