// Clocks that one SM needs per warp load, for patterns of lane offsets.
//
//   cmake --preset cuda && cmake --build --preset cuda --target warp_cycles
//   build/cuda/validate/warp_cycles < tests/data/warp_cycles.csv > measured.csv
//
// Reads lines "space,bytes,clocks,offsets" (space: shared or global; bytes: 4, 8 or 16 per lane;
// offsets: 32 byte offsets, - for an inactive lane), ignores the clocks and prints the line with
// those it measures. 32 warps of one block issue 16 independent loads in a loop of 64, so that the
// data path and not its latency is timed; global loads hit L1. The best of three repeats counts.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>

namespace {

constexpr int lanes = 32;
constexpr int threads = 1024;
constexpr int iterations = 64;
constexpr int unrolled = 16;
constexpr int step_bytes = 4096;         // from one unrolled load to the next: the same banks
constexpr int shared_bytes = 72 * 1024;  // holds the largest offset behind the last step
constexpr int global_bytes = 1024 * 1024;

struct Pattern {
  int offset[lanes];  // -1: inactive
};

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "warp_cycles: %s\n", cudaGetErrorString(status));
  std::exit(1);
}

// One volatile load of Bytes from `address`; its words are folded into one.
template <int Bytes, bool Global>
__device__ int load(const char* global, unsigned shared) {
  int a = 0, b = 0, c = 0, d = 0;
  if constexpr (Global) {
    if constexpr (Bytes == 4) asm volatile("ld.global.ca.b32 %0,[%1];" : "=r"(a) : "l"(global));
    if constexpr (Bytes == 8)
      asm volatile("ld.global.ca.v2.b32 {%0,%1},[%2];" : "=r"(a), "=r"(b) : "l"(global));
    if constexpr (Bytes == 16)
      asm volatile("ld.global.ca.v4.b32 {%0,%1,%2,%3},[%4];"
                   : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                   : "l"(global));
  } else {
    if constexpr (Bytes == 4) asm volatile("ld.shared.b32 %0,[%1];" : "=r"(a) : "r"(shared));
    if constexpr (Bytes == 8)
      asm volatile("ld.shared.v2.b32 {%0,%1},[%2];" : "=r"(a), "=r"(b) : "r"(shared));
    if constexpr (Bytes == 16)
      asm volatile("ld.shared.v4.b32 {%0,%1,%2,%3},[%4];"
                   : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                   : "r"(shared));
  }
  return a ^ b ^ c ^ d;
}

template <int Bytes, bool Global>
__global__ void __launch_bounds__(threads)
    time_loads(Pattern pattern, const char* memory, long long* clocks) {
  extern __shared__ int words[];
  if (!Global) {
    for (int i = threadIdx.x; i < shared_bytes / 4; i += blockDim.x) words[i] = i;
  }
  const int offset = pattern.offset[threadIdx.x % lanes];
  const unsigned shared = static_cast<unsigned>(__cvta_generic_to_shared(words)) + offset;
  const char* const global = memory + offset;
  int sink = 0;
  long long best = 1LL << 60;
  for (int repeat = 0; repeat < 3; ++repeat) {
    __syncthreads();
    const long long begin = clock64();
    if (offset >= 0) {
#pragma unroll 1
      for (int i = 0; i < iterations; ++i) {
        // The rest of the address is an immediate of the instruction: issue slots must not bind.
        const unsigned half = (i & 1) * (step_bytes / 2);
        const char* const global_base = global + half;
        const unsigned shared_base = shared + half;
#pragma unroll
        for (int u = 0; u < unrolled; ++u) {
          sink ^= load<Bytes, Global>(global_base + u * step_bytes, shared_base + u * step_bytes);
        }
      }
    }
    if (sink == 0x7fffffff) clocks[1] = sink;  // keeps the loads alive
    __syncthreads();
    best = min(best, clock64() - begin);
  }
  if (threadIdx.x == 0) clocks[0] = best;
}

// Clocks per warp load.
template <int Bytes, bool Global>
double measure(const Pattern& pattern, const char* memory, long long* clocks) {
  const int dynamic = Global ? 0 : shared_bytes;
  check(cudaFuncSetAttribute(time_loads<Bytes, Global>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             dynamic));
  time_loads<Bytes, Global><<<1, threads, dynamic>>>(pattern, memory, clocks);
  check(cudaGetLastError());
  long long taken = 0;
  check(cudaMemcpy(&taken, clocks, sizeof taken, cudaMemcpyDeviceToHost));
  return static_cast<double>(taken) / (threads / lanes * iterations * unrolled);
}

double measure(bool global, int bytes, const Pattern& pattern, const char* memory,
               long long* clocks) {
  if (bytes == 4) {
    return global ? measure<4, true>(pattern, memory, clocks)
                  : measure<4, false>(pattern, memory, clocks);
  }
  if (bytes == 8) {
    return global ? measure<8, true>(pattern, memory, clocks)
                  : measure<8, false>(pattern, memory, clocks);
  }
  return global ? measure<16, true>(pattern, memory, clocks)
                : measure<16, false>(pattern, memory, clocks);
}

Pattern parse_offsets(const std::string& text) {
  Pattern pattern{};
  std::istringstream words(text);
  for (int& offset : pattern.offset) {
    std::string word;
    words >> word;
    offset = word.empty() || word == "-" ? -1 : std::atoi(word.c_str());
  }
  return pattern;
}

}  // namespace

int main() {
  char* memory = nullptr;
  long long* clocks = nullptr;
  check(cudaMalloc(&memory, global_bytes));
  check(cudaMemset(memory, 0, global_bytes));
  check(cudaMalloc(&clocks, 2 * sizeof *clocks));
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream fields(line);
    std::string space, bytes, ignored, offsets;
    std::getline(fields, space, ',');
    std::getline(fields, bytes, ',');
    std::getline(fields, ignored, ',');
    std::getline(fields, offsets);
    if (space != "shared" && space != "global") {
      std::puts(line.c_str());  // comments and the header
      continue;
    }
    const double per_load = measure(space == "global", std::atoi(bytes.c_str()),
                                    parse_offsets(offsets), memory, clocks);
    std::printf("%s,%s,%.3f,%s\n", space.c_str(), bytes.c_str(), per_load, offsets.c_str());
  }
  return 0;
}
