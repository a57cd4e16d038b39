// How long a warp waits for loads whose lanes ask for `lines` lines, `loads` of them at once, and
// no load is made before all of the round before have come: each group of lanes follows a chain of
// its own through pieces in random order. Lines are apart, or one after the other, those of all
// loads. By where they are: in L2, or in DRAM. On one SM or on all, `warps` warps each. Cycles of a
// round. Prints JSON. Compiled by nvcc -O3 -std=c++20 -arch=sm_90.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int lanes = 32, words_of_line = 32, lines_in_a_row = 64, few = 64, many = 320;
const char* comma = "";

void expect(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::fprintf(stderr, "lines_of_a_wait: %s\n", cudaGetErrorString(result));
  std::exit(4);
}

// One to one on numbers of `bits` bits.
__device__ unsigned scrambled(unsigned x, unsigned bits) {
  const unsigned mask = (1U << bits) - 1;
  x ^= x >> (bits / 2);
  x = (x * 0x9E3779B1U) & mask;
  return x ^ (x >> (bits / 2));
}

// A word of a piece of `words` words holds where the same word of the next one is.
__global__ void link(unsigned* memory, unsigned bits, unsigned words) {
  const unsigned piece = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned next = (piece * 1664525U + 1013904223U) & ((1U << bits) - 1);
  const unsigned from = scrambled(piece, bits) * words, to = scrambled(next, bits) * words;
  for (unsigned word = 0; word < words; ++word) memory[from + word] = to + word;
}

// `bits`: of the number of pieces.
template <int loads>
__global__ void follow(const unsigned* memory, unsigned bits, bool in_a_row, int lines, int rounds,
                       unsigned never, unsigned start, float* cycles, unsigned* out) {
  const unsigned lane = threadIdx.x % lanes, group = lane * static_cast<unsigned>(lines) / lanes;
  const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / lanes;
  const auto random = [&](unsigned x) {
    return scrambled(x * 2654435761U & ((1U << bits) - 1), bits);
  };
  unsigned at[loads];
  for (unsigned i = 0; i < loads; ++i) {
    const unsigned mine = (warp * lanes + group) * 8U + i + start, line = i * lines + group;
    at[i] = lane + words_of_line *
                       (in_a_row ? random(warp + start) * lines_in_a_row + line : random(mine));
  }
  const long long begin = clock64();
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    unsigned any = 0;
#pragma unroll
    for (int i = 0; i < loads; ++i) {
      at[i] = __ldcg(memory + at[i]);
      any |= at[i];
    }
    if (loads > 1) {
#pragma unroll
      for (int i = 0; i < loads; ++i) at[i] += any & never;
    }
  }
  unsigned sum = 0;
  for (int i = 0; i < loads; ++i) sum += at[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
  if (lane == 0) cycles[warp] = static_cast<float>(clock64() - begin);
}

struct Arrays {
  unsigned* memory = nullptr;
  unsigned* out = nullptr;
  float* cycles = nullptr;
};

template <int loads>
void measure(const char* place, unsigned bits, bool in_a_row, int sms, const Arrays& arrays) {
  for (const int warps : {1, 4, 16}) {
    for (const int lines : {1, 2, 4, 8, 16, 32}) {
      if (lines * loads > lines_in_a_row) continue;
      unsigned start = 0;
      const auto cycles_of = [&](int rounds) {
        std::vector<double> samples;
        std::vector<float> cycles(static_cast<std::size_t>(warps * sms));
        for (int sample = 0; sample < 5; ++sample) {
          start += 77777;
          follow<loads><<<sms, lanes * warps>>>(arrays.memory, in_a_row ? bits - 6 : bits, in_a_row,
                                                lines, rounds, 0, start, arrays.cycles, arrays.out);
          expect(cudaMemcpy(cycles.data(), arrays.cycles, cycles.size() * sizeof(float),
                            cudaMemcpyDeviceToHost));
          double sum = 0.0;
          for (const float each : cycles) sum += each;
          samples.push_back(sum / static_cast<double>(cycles.size()));
        }
        std::sort(samples.begin() + 1, samples.end());  // the first one fills caches
        return samples[2];
      };
      std::printf(
          "%s\n {\"place\": \"%s\", \"in_a_row\": %s, \"mib\": %u, \"sms\": %d, \"warps\": %d, "
          "\"loads\": %d, "
          "\"lines\": %d, \"cycles\": %.1f}",
          comma, place, in_a_row ? "true" : "false", (1U << bits) / 8192, sms, warps, loads, lines,
          (cycles_of(many) - cycles_of(few)) / (many - few));
      comma = ",";
    }
  }
}

void place(const char* name, unsigned bits, const Arrays& arrays) {
  for (const bool in_a_row : {false, true}) {
    const unsigned pieces = in_a_row ? bits - 6 : bits;
    link<<<(1U << pieces) / 256, 256>>>(arrays.memory, pieces,
                                        words_of_line * (in_a_row ? lines_in_a_row : 1));
    expect(cudaDeviceSynchronize());
    for (const int sms : {1, 132}) {
      measure<1>(name, bits, in_a_row, sms, arrays);
      measure<2>(name, bits, in_a_row, sms, arrays);
      measure<4>(name, bits, in_a_row, sms, arrays);
      measure<8>(name, bits, in_a_row, sms, arrays);
    }
  }
}

}  // namespace

int main() {
  Arrays arrays;
  expect(cudaMalloc(&arrays.memory, std::size_t{1} << 30));
  expect(cudaMalloc(&arrays.out, 132 * 1024 * sizeof(unsigned)));
  expect(cudaMalloc(&arrays.cycles, 132 * 32 * sizeof(float)));
  cudaDeviceProp device;
  expect(cudaGetDeviceProperties(&device, 0));
  std::printf("{\"device\": \"%s\", \"waits\": [", device.name);
  place("l2", 14, arrays);    // 2 MiB
  place("l2", 17, arrays);    // 16 MiB
  place("dram", 23, arrays);  // 1 GiB
  std::printf("\n]}\n");
}
