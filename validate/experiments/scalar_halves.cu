// What operations on single halves take: `chains` running values a thread, each operation on them
// with arguments that all threads share, as of code on `__half`. nvcc puts two chains into the two
// halves of a register, and what all threads share into both by a selector, which only one of the
// two units for packed halves understands. Beside it the same on `__half2`. Results per SM and
// cycle, with all warps that fit, from the first block that begins to the last that ends.
// Prints JSON. Compiled by nvcc -O3 -std=c++20 -arch=sm_90.
#include <cuda_fp16.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <type_traits>
#include <vector>

namespace {

constexpr int threads = 512, blocks_per_sm = 4, copies = 16, rounds = 512, samples = 3;
const char* comma = "";

void expect(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::fprintf(stderr, "scalar_halves: %s\n", cudaGetErrorString(result));
  std::exit(4);
}

enum Operation { add, multiply, multiply_add };

template <Operation operation, class T>
__device__ T step(T x, T factor, T addend) {
  if constexpr (std::is_same_v<T, __half>) {
    if constexpr (operation == add) return __hadd_rn(x, addend);
    if constexpr (operation == multiply) return __hmul_rn(x, factor);
    return __hfma(x, factor, addend);
  } else {
    if constexpr (operation == add) return __hadd2_rn(x, addend);
    if constexpr (operation == multiply) return __hmul2_rn(x, factor);
    return __hfma2(x, factor, addend);
  }
}

struct Stay {
  long long begin, end;
  unsigned sm;
};

template <class T, Operation operation, int chains>
__global__ void run(const T* values, T factor, T addend, T never, T* out, Stay* stays) {
  T x[chains];
#pragma unroll
  for (int c = 0; c < chains; ++c) x[c] = values[threadIdx.x + c];
  __syncthreads();
  const long long begin = clock64();
#pragma unroll 1
  for (int k = 0; k < rounds; ++k) {
#pragma unroll
    for (int copy = 0; copy < copies; ++copy) {
#pragma unroll
      for (int c = 0; c < chains; ++c) x[c] = step<operation>(x[c], factor, addend);
    }
  }
  __syncthreads();
  const long long end = clock64();
  T sum = x[0];
#pragma unroll
  for (int c = 1; c < chains; ++c) sum = step<add>(sum, factor, x[c]);
  if constexpr (std::is_same_v<T, __half>) {
    if (sum == never) out[threadIdx.x] = sum;
  } else {
    if (__hbeq2(sum, never)) out[threadIdx.x] = sum;
  }
  unsigned sm;
  asm volatile("mov.u32 %0, %smid;" : "=r"(sm));
  if (threadIdx.x == 0) stays[blockIdx.x] = {begin, end, sm};
}

template <class T, Operation operation, int chains>
void measure(const char* type, const char* name, int sms) {
  const int blocks = sms * blocks_per_sm;
  T *values = nullptr, *out = nullptr;
  Stay* stays = nullptr;
  expect(cudaMalloc(&values, (threads + chains) * sizeof(T)));
  expect(cudaMemset(values, 0, (threads + chains) * sizeof(T)));
  expect(cudaMalloc(&out, threads * sizeof(T)));
  expect(cudaMalloc(&stays, blocks * sizeof(Stay)));
  const T argument = [] {
    if constexpr (std::is_same_v<T, __half>)
      return __float2half(0.25F);
    else
      return __float2half2_rn(0.25F);
  }();
  std::vector<double> found;
  for (int sample = 0; sample < samples; ++sample) {
    run<T, operation, chains>
        <<<blocks, threads>>>(values, argument, argument, argument, out, stays);
    std::vector<Stay> each(blocks);
    expect(cudaMemcpy(each.data(), stays, blocks * sizeof(Stay), cudaMemcpyDeviceToHost));
    // From the first block of an SM that begins to the last one that ends.
    std::map<unsigned, Stay> of_sm;
    for (const Stay& one : each) {
      Stay& all = of_sm.try_emplace(one.sm, one).first->second;
      all.begin = std::min(all.begin, one.begin);
      all.end = std::max(all.end, one.end);
    }
    double cycles = 0.0;
    for (const auto& [sm, all] : of_sm) cycles += double(all.end - all.begin);
    const double halves = sizeof(T) / sizeof(__half);
    found.push_back(double(blocks) * threads * chains * halves * copies * rounds / cycles);
  }
  std::sort(found.begin(), found.end());
  std::printf("%s\n {\"type\": \"%s\", \"operation\": \"%s\", \"chains\": %d, \"results\": %.1f}",
              comma, type, name, chains, found[samples / 2]);
  comma = ",";
  expect(cudaFree(values));
  expect(cudaFree(out));
  expect(cudaFree(stays));
}

template <Operation operation>
void all(const char* name, int sms) {
  measure<__half, operation, 1>("half", name, sms);
  measure<__half, operation, 2>("half", name, sms);
  measure<__half, operation, 3>("half", name, sms);
  measure<__half, operation, 4>("half", name, sms);
  measure<__half, operation, 8>("half", name, sms);
  measure<__half2, operation, 1>("half2", name, sms);
  measure<__half2, operation, 2>("half2", name, sms);
  measure<__half2, operation, 4>("half2", name, sms);
}

}  // namespace

int main() {
  cudaDeviceProp device;
  expect(cudaGetDeviceProperties(&device, 0));
  std::printf("{\"device\": \"%s\", \"rates\": [", device.name);
  all<add>("add", device.multiProcessorCount);
  all<multiply>("mul", device.multiProcessorCount);
  all<multiply_add>("fma", device.multiProcessorCount);
  std::printf("\n]}\n");
}
