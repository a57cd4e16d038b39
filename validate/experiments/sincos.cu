// What sincosf and sincos take beside a sine, and a cosine of the same number that is called apart:
// cycles of a round of a chain, of one warp and of 32 on an SM. Instructions are counted by
//   ncu -k regex:'_[fd]$' --metrics smsp__inst_executed.sum,smsp__inst_executed_pipe_fp64.sum
//   ./sincos
// over 32 warps of each kernel. Prints JSON. Compiled by nvcc -O3 -arch=sm_90.
#include <cuda_runtime.h>

#include <cstdio>

namespace {

enum class Kind { sine, both, apart, none };
constexpr int rounds = 1000, most_threads = 1024;

__device__ float both(float v) {
  float s, c;
  sincosf(v, &s, &c);
  return s + c;
}
__device__ double both(double v) {
  double s, c;
  sincos(v, &s, &c);
  return s + c;
}

template <Kind kind, class T>
__device__ T value(T v) {
  if constexpr (kind == Kind::sine) return sin(v);
  if constexpr (kind == Kind::both) return both(v);
  if constexpr (kind == Kind::apart) return sin(v) + cos(v);
  return v;
}

template <Kind kind, class T>
__global__ void chain(T* x, long long* cycles) {
  T v = x[threadIdx.x];
  const long long begin = clock64();
  for (int i = 0; i < rounds; ++i) v = value<kind>(v) * T(1.0001) + T(0.5);
  const long long end = clock64();
  x[threadIdx.x] = v;
  if (threadIdx.x == 0) *cycles = end - begin;
}

template <class T>
__global__ void fill(T* x) {
  x[threadIdx.x] = T(0.25) + T(0.7) * T(threadIdx.x) / T(most_threads);
}

template <Kind kind, class T>
double cycles_of(T* x, long long* cycles, int threads) {
  long long measured = 0;
  for (int warm = 0; warm < 2; ++warm) {
    fill<<<1, most_threads>>>(x);
    chain<kind><<<1, threads>>>(x, cycles);
    cudaMemcpy(&measured, cycles, sizeof measured, cudaMemcpyDeviceToHost);
  }
  return static_cast<double>(measured) / rounds;
}

template <class T>
void print(const char* type, const char* behind) {
  T* x;
  long long* cycles;
  cudaMalloc(&x, most_threads * sizeof(T));
  cudaMalloc(&cycles, sizeof *cycles);
  for (int threads : {32, most_threads})
    std::printf(
        "  {\"type\": \"%s\", \"threads\": %d, \"none\": %.1f, \"sine\": %.1f, \"both\": %.1f, "
        "\"apart\": %.1f}%s\n",
        type, threads, cycles_of<Kind::none>(x, cycles, threads),
        cycles_of<Kind::sine>(x, cycles, threads), cycles_of<Kind::both>(x, cycles, threads),
        cycles_of<Kind::apart>(x, cycles, threads), threads == 32 ? "," : behind);
}

}  // namespace

#define KERNEL(NAME, T, VALUE)                           \
  extern "C" __global__ void NAME(T* y, const T* x) {    \
    const int i = blockIdx.x * blockDim.x + threadIdx.x; \
    const T v = x[i];                                    \
    y[i] = VALUE;                                        \
  }
KERNEL(copy_f, float, v)
KERNEL(sine_f, float, sinf(v * 10))
KERNEL(both_f, float, both(v * 10))
KERNEL(apart_f, float, sinf(v * 10) + cosf(v * 10))
KERNEL(copy_d, double, v)
KERNEL(sine_d, double, sin(v * 10))
KERNEL(both_d, double, both(v * 10))
KERNEL(apart_d, double, sin(v * 10) + cos(v * 10))

int main() {
  float *x, *y;
  double *u, *w;
  cudaMalloc(&x, most_threads * sizeof *x);
  cudaMalloc(&y, most_threads * sizeof *y);
  cudaMalloc(&u, most_threads * sizeof *u);
  cudaMalloc(&w, most_threads * sizeof *w);
  fill<<<1, most_threads>>>(x);
  fill<<<1, most_threads>>>(u);
  for (const auto kernel : {copy_f, sine_f, both_f, apart_f}) kernel<<<1, most_threads>>>(y, x);
  for (const auto kernel : {copy_d, sine_d, both_d, apart_d}) kernel<<<1, most_threads>>>(w, u);
  std::printf("[\n");
  print<float>("f32", ",");
  print<double>("f64", "");
  std::printf("]\n");
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
