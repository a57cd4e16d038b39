// What the load/store unit of one SM takes per warp load that hits L1: by width, by lines touched
// (tags); and per warp store. 32 warps of one block repeat the same access, so that the data path
// and not its latency is timed.
#include <array>

#include "validate/calibrate/gpu/one_block.cuh"

namespace gpumodel::calibrate {
namespace {

constexpr int threads = 1024;
constexpr int unrolled = 16;
constexpr int step_bytes = 33 * 128;     // from one access to the next: same banks, other tags
constexpr int memory_bytes = 76 * 1024;  // the largest offset behind the last step

using Offsets = std::array<int, 32>;  // bytes, by lane

// Of 4, 8 or 16 bytes; nothing that a later load could be joined with.
template <int Bytes>
__device__ int load(const char* at) {
  int a = 0, b = 0, c = 0, d = 0;
  if constexpr (Bytes == 4) asm volatile("ld.global.ca.b32 %0,[%1];" : "=r"(a) : "l"(at));
  if constexpr (Bytes == 8)
    asm volatile("ld.global.ca.v2.b32 {%0,%1},[%2];" : "=r"(a), "=r"(b) : "l"(at));
  if constexpr (Bytes == 16)
    asm volatile("ld.global.ca.v4.b32 {%0,%1,%2,%3},[%4];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                 : "l"(at));
  return a ^ b ^ c ^ d;
}

// 4 bytes per lane, to the same lines again and again.
__global__ void __launch_bounds__(threads) store(char* memory, int iterations, long long* cycles) {
  char* const own = memory + threadIdx.x % 32 * 4;
  time_block(cycles, [&] {
#pragma unroll 1
    for (int i = 0; i < iterations; ++i) {
#pragma unroll
      for (int u = 0; u < unrolled; ++u) {
        asm volatile("st.global.b32 [%0],%1;" ::"l"(own + u * step_bytes), "r"(i));
      }
    }
  });
}

template <int Bytes>
__global__ void __launch_bounds__(threads)
    repeat(Offsets offsets, const char* memory, int iterations, int zero, long long* cycles) {
  const char* const own = memory + offsets[threadIdx.x % 32];
  int sink = 0;
  time_block(cycles, [&] {
#pragma unroll 1
    for (int i = 0; i < iterations; ++i) {
      // Always 0, which the assembler cannot know: else it loads once for all rounds. Added to the
      // address before the steps, so that these are immediates of the instructions: a sum of both
      // in int would be extended to 64 bits for every access, and that arithmetic would bind.
      const char* const here = own + (i & zero);
#pragma unroll
      for (int u = 0; u < unrolled; ++u) sink |= load<Bytes>(here + u * step_bytes);
    }
  });
  if (sink == 0x12345678) *cycles = sink;
}

template <int Bytes>
Sample cycles_per_load(const Session& s, const Offsets& offsets) {
  const Buffer memory(memory_bytes);
  const Sample cycles = block_cycles(s, 16, 64, [&](int iterations, long long* answer) {
    repeat<Bytes><<<1, threads>>>(offsets, memory.as<char>(), iterations, 0, answer);
  });
  return scaled(cycles, 1.0 / (unrolled * (threads / 32)));
}

Sample cycles_per_store(const Session& s) {
  const Buffer memory(memory_bytes);
  const Sample cycles = block_cycles(s, 16, 64, [&](int iterations, long long* answer) {
    store<<<1, threads>>>(memory.as<char>(), iterations, answer);
  });
  return scaled(cycles, 1.0 / (unrolled * (threads / 32)));
}

// The lanes keep banks of their own, and their words lie in `lines` lines.
Offsets side_by_side(int bytes, int lines = 1) {
  Offsets offsets;
  for (int lane = 0; lane < 32; ++lane) {
    offsets[static_cast<std::size_t>(lane)] = lane * bytes + lane % lines * 128;
  }
  return offsets;
}

void measure(Session& s) {
  s.curve("lsu.global_load", {4, 8, 16},
          {cycles_per_load<4>(s, side_by_side(4)), cycles_per_load<8>(s, side_by_side(8)),
           cycles_per_load<16>(s, side_by_side(16))},
          "cycles per warp load that hits L1, by bytes per lane");
  std::vector<double> lines;
  std::vector<Sample> cycles;
  for (int n = 1; n <= 32; n *= 2) {
    lines.push_back(n);
    cycles.push_back(cycles_per_load<4>(s, side_by_side(4, n)));
  }
  s.curve("lsu.global_load_by_lines", lines, cycles,
          "cycles per warp load by lines touched, L1 hits, no bank conflicts");
  s.value("lsu.global_store", cycles_per_store(s),
          "cycles per warp store of 4 bytes per lane to L2, one SM alone");
}

const Registered loads({"loads",
                        0.5,
                        {{"lsu.global_load", "cycle", "B"},
                         {"lsu.global_load_by_lines", "cycle", "1"},
                         {"lsu.global_store", "cycle"}},
                        measure});

}  // namespace
}  // namespace gpumodel::calibrate
