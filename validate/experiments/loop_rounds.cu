// What a round of a loop takes one warp: `chains` chains of `steps` operations each, the body
// `copies` times between two jumps, in rounds of nothing else, or with a load from shared or global
// memory (found in L1) that the first operation takes. `end` says where the number of rounds comes
// from: an argument, or data, another number for each lane. The loop is run again and again, the
// first time apart. Cycles from one jump to the next.
// Prints JSON. Compiled by nvcc -O3 -std=c++20 -arch=sm_90.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

namespace {

constexpr int threads = 32, few = 4, many = 12, words = 1024;
const char* comma = "";

void expect(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::fprintf(stderr, "loop_rounds: %s\n", cudaGetErrorString(result));
  std::exit(4);
}

enum Load { none, shared, global };

template <class T>
__device__ T step(T x, T a, T b) {
  return x * a + b;  // fused: one instruction of all three types
}

template <class T, int chains, int steps, int copies, Load load>
__global__ void run(const T* values, const int* ends, int end, int times, T a, T b, T* out,
                    long long* cycles) {
  __shared__ T near[words];
  for (int i = threadIdx.x; i < words; i += threads) near[i] = values[i];
  __syncthreads();
  const int rounds = ends == nullptr ? end : ends[threadIdx.x];
  T x[chains];
  for (int c = 0; c < chains; ++c) x[c] = values[threadIdx.x + c];
  const long long begin = clock64();
#pragma unroll 1
  for (int t = 0; t < times; ++t) {
#pragma unroll copies
    for (int k = 0; k < rounds; ++k) {
      T loaded = b;
      if (load == shared) loaded = near[k];
      if (load == global) loaded = values[k];
#pragma unroll
      for (int s = 0; s < steps; ++s) {
#pragma unroll
        for (int c = 0; c < chains; ++c) x[c] = step(x[c], a, s == 0 ? loaded : b);
      }
    }
  }
  T sum = 0;
  for (int c = 0; c < chains; ++c) sum = sum + x[c];
  out[threadIdx.x] = sum;
  if (threadIdx.x == 0) *cycles = clock64() - begin;
}

struct Arrays {
  void* values = nullptr;
  void* out = nullptr;
  int* ends = nullptr;
  long long* cycles = nullptr;
};

template <class T, int chains, int steps, int copies, Load load>
void measure(const char* type, const char* from, const Arrays& arrays) {
  for (const bool data : {false, true}) {
    const auto cycles_of = [&](int times) {
      int ends[threads];
      for (int lane = 0; lane < threads; ++lane) ends[lane] = words - 8 * lane;
      expect(cudaMemcpy(arrays.ends, ends, sizeof ends, cudaMemcpyHostToDevice));
      long long cycles = 0;
      for (int sample = 0; sample < 2; ++sample) {  // the first one fills caches
        run<T, chains, steps, copies, load>
            <<<1, threads>>>(static_cast<const T*>(arrays.values), data ? arrays.ends : nullptr,
                             words, times, T(1), T(1), static_cast<T*>(arrays.out), arrays.cycles);
        expect(cudaMemcpy(&cycles, arrays.cycles, sizeof cycles, cudaMemcpyDeviceToHost));
      }
      return static_cast<double>(cycles);
    };
    const double each = (cycles_of(many) - cycles_of(few)) / (many - few) / words;
    std::printf(
        "%s\n {\"type\": \"%s\", \"chains\": %d, \"steps\": %d, \"copies\": %d, "
        "\"load\": \"%s\", \"end\": \"%s\", \"cycles\": %.1f}",
        comma, type, chains, steps, copies, from, data ? "data" : "argument", each * copies);
    comma = ",";
  }
}

template <class T, int steps>
void shapes(const char* type, const Arrays& arrays) {
  measure<T, 1, steps, 1, none>(type, "none", arrays);
  measure<T, 1, steps, 4, none>(type, "none", arrays);
  measure<T, 2, steps, 1, none>(type, "none", arrays);
  measure<T, 1, steps, 1, shared>(type, "shared", arrays);
  measure<T, 1, steps, 4, shared>(type, "shared", arrays);
  measure<T, 1, steps, 1, global>(type, "global", arrays);
  measure<T, 1, steps, 4, global>(type, "global", arrays);
}

template <class T>
void type_of(const char* type, const Arrays& arrays) {
  shapes<T, 1>(type, arrays);
  shapes<T, 2>(type, arrays);
  shapes<T, 4>(type, arrays);
  shapes<T, 8>(type, arrays);
  shapes<T, 16>(type, arrays);
}

}  // namespace

int main() {
  Arrays arrays;
  expect(cudaMalloc(&arrays.values, words * sizeof(double)));
  expect(cudaMalloc(&arrays.out, threads * sizeof(double)));
  expect(cudaMalloc(&arrays.ends, threads * sizeof(int)));
  expect(cudaMalloc(&arrays.cycles, sizeof(long long)));
  expect(cudaMemset(arrays.values, 0, words * sizeof(double)));
  cudaDeviceProp device{};
  expect(cudaGetDeviceProperties(&device, 0));
  std::printf("{\"device\": \"%s\", \"rounds\": [", device.name);
  type_of<float>("f32", arrays);
  type_of<double>("f64", arrays);
  type_of<int>("i32", arrays);
  std::printf("\n]}\n");
}
