// What keeps the threads of a block together: barriers by block size, and shared memory's latency.
#include "validate/calibrate/gpu/one_block.cuh"

namespace gpumodel::calibrate {
namespace {

constexpr int unrolled = 16;

__global__ void barriers(int iterations, long long* cycles) {
  time_block(cycles, [&] {
#pragma unroll 1
    for (int i = 0; i < iterations; ++i) {
#pragma unroll
      for (int u = 0; u < unrolled; ++u) asm volatile("bar.sync 0;" ::: "memory");
    }
  });
}

__global__ void shared_chase(int iterations, int stride, long long* cycles) {
  __shared__ unsigned next[1024];
  const auto base = static_cast<unsigned>(__cvta_generic_to_shared(next));
  for (unsigned i = threadIdx.x; i < 1024; i += blockDim.x) {
    next[i] = base + 4 * ((i + static_cast<unsigned>(stride)) % 1024);
  }
  unsigned at = base;
  time_block(cycles, [&] {
#pragma unroll 1
    for (int i = 0; i < iterations; ++i) {
#pragma unroll
      for (int u = 0; u < unrolled; ++u) asm volatile("ld.shared.b32 %0,[%0];" : "+r"(at));
    }
    if (at == 1) *cycles = 1;  // waits for the last load
  });
}

__global__ void shared_atomic_chase(int iterations, unsigned zero, long long* cycles) {
  __shared__ unsigned next[1024];
  const auto base = static_cast<unsigned>(__cvta_generic_to_shared(next));
  for (unsigned i = threadIdx.x; i < 1024; i += blockDim.x) next[i] = base + 4 * ((i + 33) % 1024);
  unsigned at = base;
  time_block(cycles, [&] {
#pragma unroll 1
    for (int i = 0; i < iterations; ++i) {
#pragma unroll
      for (int u = 0; u < unrolled; ++u) {
        asm volatile("atom.shared.add.u32 %0,[%1],%2;" : "=r"(at) : "r"(at), "r"(zero) : "memory");
      }
    }
    if (at == 1) *cycles = 1;
  });
}

void measure(Session& s) {
  std::vector<double> threads;
  std::vector<Sample> costs;
  for (const int t : {32, 64, 128, 256, 512, 768, 1024}) {
    threads.push_back(t);
    costs.push_back(scaled(
        block_cycles(s, 16, 64, [t](int n, long long* cycles) { barriers<<<1, t>>>(n, cycles); }),
        1.0 / unrolled));
  }
  s.curve("barrier.cost", threads, costs, "cycles of a barrier of one block, by threads");
  s.value(
      "shared.latency",
      scaled(block_cycles(s, 16, 64,
                          [](int n, long long* cycles) { shared_chase<<<1, 32>>>(n, 33, cycles); }),
             1.0 / unrolled),
      "pointer chase, all lanes the same word");
  s.value("atomic.shared_latency",
          scaled(block_cycles(
                     s, 16, 64,
                     [](int n, long long* cycles) { shared_atomic_chase<<<1, 1>>>(n, 0, cycles); }),
                 1.0 / unrolled),
          "a returning 32-bit addition, each address from the one before");
}

const Registered barrier({"barrier",
                          0.5,
                          {{"barrier.cost", "cycle", "1"},
                           {"shared.latency", "cycle"},
                           {"atomic.shared_latency", "cycle"}},
                          measure});

}  // namespace
}  // namespace gpumodel::calibrate
