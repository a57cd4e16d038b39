// What a kernel takes that is the first to use small managed arrays, of 4 B to 1 MiB, one to eight
// of them: which the host has written, or nobody has touched; and the host for what the kernel has
// written. Prints JSON: microseconds, of kernels by events, of the host by its clock, medians.
// Compiled by nvcc -O3 -std=c++20 -arch=sm_90.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

constexpr int samples = 7, most_arrays = 8;
const char* comma = "";

void expect(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::fprintf(stderr, "managed_arrays: %s\n", cudaGetErrorString(result));
  std::exit(4);
}

struct Arrays {
  float* of[most_arrays];
};

__global__ void update(Arrays arrays, int count, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int a = 0; a < count; ++a) arrays.of[a][i] += 1.0F;
}

float of_kernel(const Arrays& arrays, int count, int n) {
  cudaEvent_t begin, end;
  expect(cudaEventCreate(&begin));
  expect(cudaEventCreate(&end));
  expect(cudaEventRecord(begin));
  update<<<(n + 255) / 256, 256>>>(arrays, count, n);
  expect(cudaEventRecord(end));
  expect(cudaDeviceSynchronize());
  float ms = 0;
  expect(cudaEventElapsedTime(&ms, begin, end));
  return ms * 1e3f;
}

float middle(std::vector<float>& times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

void measure(int count, int n) {
  std::vector<float> written, fresh, back, there;
  for (int sample = 0; sample < samples; ++sample) {
    Arrays arrays{};
    for (int a = 0; a < count; ++a) expect(cudaMallocManaged(&arrays.of[a], n * sizeof(float)));
    fresh.push_back(of_kernel(arrays, count, n));
    for (int a = 0; a < count; ++a) std::memset(arrays.of[a], 0, n * sizeof(float));
    written.push_back(of_kernel(arrays, count, n));
    there.push_back(of_kernel(arrays, count, n));
    const auto begin = std::chrono::steady_clock::now();
    float total = 0;
    for (int a = 0; a < count; ++a)
      for (int i = 0; i < n; ++i) total += arrays.of[a][i];
    const std::chrono::duration<float, std::micro> taken = std::chrono::steady_clock::now() - begin;
    back.push_back(taken.count());
    if (total < 0) std::puts("");
    for (int a = 0; a < count; ++a) expect(cudaFree(arrays.of[a]));
  }
  std::printf(
      "%s\n  {\"arrays\": %d, \"bytes\": %zu, \"fresh_us\": %.1f, \"written_us\": %.1f, "
      "\"there_us\": %.1f, \"back_us\": %.1f}",
      comma, count, n * sizeof(float), middle(fresh), middle(written), middle(there), middle(back));
  comma = ",";
}

}  // namespace

int main() {
  cudaDeviceProp properties;
  expect(cudaGetDeviceProperties(&properties, 0));
  std::printf("{\"device\": \"%s\", \"points\": [", properties.name);
  for (const int count : {1, 2, 3, 4, 8})
    for (const int n : {1, 1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18}) measure(count, n);
  std::printf("]}\n");
}
