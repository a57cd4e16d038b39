// What multiply-adds of three registers hold up: steps of one, two and four chains x = x * f + a of
// FP32 and FP64, with f and a in registers, or a constant; beside none to three additions of a
// constant (FP32, which read one register each). Prints JSON: cycles of a scheduler that a step of
// a warp takes, of eight warps for each (blocks of 1,024 threads, one for each SM; median of the
// SMs). Registers are the compiler's choice: which bank of the two an addition reads is chance.
// Compiled by nvcc -O3 -std=c++20 -arch=sm_90.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int rounds = 512, steps = 32, threads = 1024, words = 4096;
constexpr double warps_of_scheduler = threads / 32 / 4;
const char* comma = "";

void expect(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::fprintf(stderr, "three_registers: %s\n", cudaGetErrorString(result));
  std::exit(4);
}

template <class T, int Chains, bool Constant, int Additions>
__global__ void __launch_bounds__(threads)
    run(const T* data, const float* others, float* out, long long* cycles) {
  const int t = threadIdx.x;
  T x[Chains];
  float y[Additions + 1];
  for (int c = 0; c < Chains; ++c) x[c] = data[t + c];
  for (int k = 0; k < Additions; ++k) y[k] = others[t + k];
  const T f = data[t + 8], a = data[t + 9];
  __syncthreads();
  const long long begin = clock64();
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) {
#pragma unroll
    for (int s = 0; s < steps; ++s) {
      for (int c = 0; c < Chains; ++c) x[c] = x[c] * f + (Constant ? T(0.5) : a);
      for (int k = 0; k < Additions; ++k) y[k] = y[k] + 0.5f;
    }
  }
  __syncthreads();
  if (t == 0) cycles[blockIdx.x] = clock64() - begin;
  float sum = 0;
  for (int c = 0; c < Chains; ++c) sum += x[c];
  for (int k = 0; k < Additions; ++k) sum += y[k];
  out[blockIdx.x * threads + t] = sum;
}

template <class T, int Chains, bool Constant, int Additions>
void measure(int sms) {
  static T* data = nullptr;
  static float *others = nullptr, *out = nullptr;
  static long long* cycles = nullptr;
  if (data == nullptr) {
    expect(cudaMalloc(&data, words * sizeof(T)));
    expect(cudaMalloc(&others, words * sizeof(float)));
    expect(cudaMalloc(&out, sms * threads * sizeof(float)));
    expect(cudaMalloc(&cycles, sms * sizeof(long long)));
    expect(cudaMemset(data, 0, words * sizeof(T)));
    expect(cudaMemset(others, 0, words * sizeof(float)));
  }
  for (int i = 0; i < 3; ++i)
    run<T, Chains, Constant, Additions><<<sms, threads>>>(data, others, out, cycles);
  std::vector<long long> each(sms);
  expect(cudaMemcpy(each.data(), cycles, sms * sizeof(long long), cudaMemcpyDeviceToHost));
  std::ranges::sort(each);
  std::printf(
      "%s\n  {\"type\": \"%s\", \"chains\": %d, \"constant\": %s, \"additions\": %d, "
      "\"cycles_of_step\": %.3f}",
      comma, sizeof(T) == 8 ? "f64" : "f32", Chains, Constant ? "true" : "false", Additions,
      static_cast<double>(each[sms / 2]) / rounds / steps / warps_of_scheduler);
  comma = ",";
}

template <class T, bool Constant>
void measure_type(int sms) {
  measure<T, 1, Constant, 0>(sms);
  measure<T, 2, Constant, 0>(sms);
  measure<T, 4, Constant, 0>(sms);
  measure<T, 1, Constant, 1>(sms);
  measure<T, 1, Constant, 2>(sms);
  measure<T, 1, Constant, 3>(sms);
}

}  // namespace

int main() {
  cudaDeviceProp device{};
  expect(cudaGetDeviceProperties(&device, 0));
  int driver = 0, runtime = 0;
  expect(cudaDriverGetVersion(&driver));
  expect(cudaRuntimeGetVersion(&runtime));
  std::printf("{\"device\": \"%s\", \"driver\": %d, \"runtime\": %d, \"steps\": [", device.name,
              driver, runtime);
  const int sms = device.multiProcessorCount;
  measure_type<float, false>(sms);
  measure_type<float, true>(sms);
  measure_type<double, false>(sms);
  measure_type<double, true>(sms);
  std::printf("\n]}\n");
}
