// What kernels take for managed memory that the host has written, that nobody has touched, that is
// on the device; and the host for what a kernel has written. Prints a line of JSON for each size,
// twice. Times of kernels by events, of the host by its clock. Compiled by nvcc -O3 -std=c++20
// -arch=sm_90.
#include <cuda_runtime.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

constexpr std::size_t line = 16, page = 1024;  // floats: of a cache's line, of 4 KiB

void expect(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::fprintf(stderr, "managed_memory: %s\n", cudaGetErrorString(result));
  std::exit(4);
}

__global__ void scale(float* p, std::size_t n, std::size_t step) {
  const std::size_t i = (blockIdx.x * std::size_t(blockDim.x) + threadIdx.x) * step;
  if (i < n) p[i] = p[i] * 2.0f + 1.0f;
}

__global__ void sum(const float* p, std::size_t n, float* out) {
  float s = 0;
  std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  for (; i < n; i += std::size_t(gridDim.x) * blockDim.x) s += p[i];
  if (s == 12345.678f) *out = s;
}

__global__ void set(float* p, std::size_t n) {
  const std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  if (i < n) p[i] = i;
}

template <class Launch>
float of_device(Launch launch) {
  cudaEvent_t begin, end;
  expect(cudaEventCreate(&begin));
  expect(cudaEventCreate(&end));
  expect(cudaEventRecord(begin));
  launch();
  expect(cudaEventRecord(end));
  expect(cudaDeviceSynchronize());
  float ms = 0;
  expect(cudaEventElapsedTime(&ms, begin, end));
  return ms * 1e3f;
}

float total = 0;

double of_host(const float* p, std::size_t n) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  for (std::size_t i = 0; i < n; i += line) total += p[i];
  return std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
}

float* managed(std::size_t n) {
  float* p = nullptr;
  expect(cudaMallocManaged(&p, n * sizeof(float)));
  return p;
}

void write(float* p, std::size_t n) {
  for (std::size_t i = 0; i < n; i += line) p[i] += total;
}

void measure(std::size_t mib, float* out) {
  const std::size_t n = mib << 18;
  const unsigned blocks = n / 256;
  const auto scale_all = [&](float* p) {
    return of_device([&] { scale<<<blocks, 256>>>(p, n, 1); });
  };
  const auto says = [](const char* what, double us) { std::printf(", \"%s_us\": %.1f", what, us); };
  float* p = managed(n);
  for (std::size_t i = 0; i < n; ++i) p[i] = i;
  std::printf("{\"MB\": %zu", mib);
  says("first", scale_all(p));
  says("there", scale_all(p));
  says("host_back", of_host(p, n));
  says("host_there", of_host(p, n));
  says("read", of_device([&] { sum<<<1056, 256>>>(p, n, out); }));
  says("host_after_read", of_host(p, n));
  write(p, n);
  says("again", scale_all(p));
  write(p, n);
  says("page_words", of_device([&] { scale<<<(n / page + 255) / 256, 256>>>(p, n, page); }));
  write(p, n);
  says("one_block", of_device([&] { sum<<<1, 256>>>(p, n, out); }));
  expect(cudaFree(p));
  p = managed(n);
  says("fresh", of_device([&] { set<<<blocks, 256>>>(p, n); }));
  says("fresh_back", of_host(p, n));
  expect(cudaFree(p));
  std::printf("}\n");
}

}  // namespace

int main() {
  float* out = nullptr;
  expect(cudaMalloc(&out, sizeof(float)));
  float* warm = managed(std::size_t{1} << 18);  // kernels are loaded
  std::memset(warm, 0, std::size_t{1} << 20);
  of_device([&] { scale<<<1024, 256>>>(warm, std::size_t{1} << 18, 1); });
  of_device([&] { sum<<<132, 256>>>(warm, std::size_t{1} << 18, out); });
  of_device([&] { set<<<1024, 256>>>(warm, std::size_t{1} << 18); });
  expect(cudaFree(warm));
  for (std::size_t mib = 1; mib <= 256; mib *= 2) {
    measure(mib, out);
    measure(mib, out);
  }
  std::fprintf(stderr, "%g\n", total);
}
