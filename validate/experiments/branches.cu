// What a warp takes for conditions that it jumps over: rounds of a loop with chains of additions
// behind none, one, one with two ways, two and three inside each other, two in a row; where all
// lanes go on, none, or half of them. `loads`: each chain begins with a load (found in L1) that the
// next condition is about. Prints JSON: cycles of a round of a warp alone on its SM, of two warps
// for each scheduler, and of sixteen, divided by sixteen. Compiled by nvcc -O3 -std=c++20
// -arch=sm_90.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <tuple>
#include <vector>

namespace {

enum class Form { none, guard, two_ways, in_two, in_three, in_row, loads };
constexpr const char* names[] = {"none",     "guard",  "two_ways", "in_two",
                                 "in_three", "in_row", "loads"};
constexpr int rounds = 512, words = 1024;
const char* comma = "";

void expect(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::fprintf(stderr, "branches: %s\n", cudaGetErrorString(result));
  std::exit(4);
}

template <int Length, int Kind>
__device__ __forceinline__ float chain(float v) {
#pragma unroll
  for (int i = 0; i < Length; ++i) v = v * (1.0f + (Kind * 100 + i) * 1e-6f) + 0.25f * i;
  return v;
}

// `bound` of a lane is above all values or below.
template <Form form, int Length>
__global__ void run(const float* bounds, const float* data, int n, float* out, long long* cycles) {
  const float bound = bounds[threadIdx.x % 32];
  float v = out[threadIdx.x];
  __syncthreads();
  const long long begin = clock64();
#pragma unroll 1
  for (int i = 0; i < n; ++i) {
    if constexpr (form == Form::none) v = chain<Length, 0>(v);
    if constexpr (form == Form::guard)
      if (v < bound) v = chain<Length, 0>(v);
    if constexpr (form == Form::two_ways) {
      if (v < bound)
        v = chain<Length, 0>(v);
      else
        v = chain<Length, 1>(v);
    }
    if constexpr (form == Form::in_two || form == Form::in_three) {
      if (v < bound) {
        v = chain<Length, 0>(v);
        if (v < bound) {
          v = chain<Length, 1>(v);
          if constexpr (form == Form::in_three)
            if (v < bound) v = chain<Length, 2>(v);
        }
      }
    }
    if constexpr (form == Form::in_row) {
      if (v < bound) v = chain<Length, 0>(v);
      if (v < bound) v = chain<Length, 1>(v);
    }
    if constexpr (form == Form::loads) {
      const float* at = data + ((threadIdx.x + i) & (words - 1));
      if (v < bound) {
        v = chain<Length, 0>(v + at[0]);
        if (v < bound) {
          v = chain<Length, 1>(v + at[words]);
          if (v < bound) v = chain<Length, 2>(v + at[2 * words]);
        }
      }
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) cycles[blockIdx.x] = clock64() - begin;
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

int sms = 0;
float *bounds, *data, *out;
long long* cycles;

template <Form form, int Length>
void measure() {
  for (int lanes : {32, 16, 1, 0}) {
    if (form == Form::none && lanes != 32) continue;
    std::vector<float> chosen(32);
    for (int i = 0; i < 32; ++i) chosen[i] = i < lanes ? 3e38f : -3e38f;
    expect(cudaMemcpy(bounds, chosen.data(), 32 * sizeof(float), cudaMemcpyHostToDevice));
    std::printf("%s\n  {\"form\": \"%s\", \"additions\": %d, \"lanes\": %d", comma,
                names[int(form)], Length, lanes);
    comma = ",";
    for (auto [what, blocks, threads, each] :
         {std::tuple{"alone", 1, 32, 1.0}, {"two", sms, 256, 1.0}, {"full", 2 * sms, 1024, 16.0}}) {
      std::vector<long long> took(blocks);
      for (int again = 0; again < 3; ++again) {
        expect(cudaMemset(out, 0, 2 * sms * 1024 * sizeof(float)));
        run<form, Length><<<blocks, threads>>>(bounds, data, rounds, out, cycles);
        expect(cudaDeviceSynchronize());
      }
      expect(cudaMemcpy(took.data(), cycles, blocks * sizeof(long long), cudaMemcpyDeviceToHost));
      std::nth_element(took.begin(), took.begin() + blocks / 2, took.end());
      std::printf(", \"%s\": %.2f", what, double(took[blocks / 2]) / rounds / each);
    }
    std::printf("}");
  }
}

template <int Length>
void forms() {
  measure<Form::none, Length>();
  measure<Form::guard, Length>();
  measure<Form::two_ways, Length>();
  measure<Form::in_two, Length>();
  measure<Form::in_three, Length>();
  measure<Form::in_row, Length>();
  measure<Form::loads, Length>();
}

}  // namespace

int main() {
  expect(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
  expect(cudaMalloc(&bounds, 32 * sizeof(float)));
  expect(cudaMalloc(&data, 3 * words * sizeof(float)));
  expect(cudaMemset(data, 0, 3 * words * sizeof(float)));
  expect(cudaMalloc(&out, 2 * sms * 1024 * sizeof(float)));
  expect(cudaMalloc(&cycles, 2 * sms * sizeof(long long)));
  std::printf("[");
  forms<1>();
  forms<4>();
  forms<12>();
  forms<24>();
  std::printf("\n]\n");
}
