#include "validate/calibrate/gpu/warp_access.cuh"

namespace gpumodel::calibrate {
namespace {

constexpr int threads = 1024;
constexpr int unrolled = 16;
constexpr int step_bytes = 33 * 128;     // from one access to the next: same banks, other tags
constexpr int memory_bytes = 76 * 1024;  // the largest offset behind the last step

template <Space S, int Bytes>
__device__ int load(const char* global, unsigned shared) {
  int a = 0, b = 0, c = 0, d = 0;
  if constexpr (S == Space::shared) {
    if constexpr (Bytes == 4) asm volatile("ld.shared.b32 %0,[%1];" : "=r"(a) : "r"(shared));
    if constexpr (Bytes == 8)
      asm volatile("ld.shared.v2.b32 {%0,%1},[%2];" : "=r"(a), "=r"(b) : "r"(shared));
    if constexpr (Bytes == 16)
      asm volatile("ld.shared.v4.b32 {%0,%1,%2,%3},[%4];"
                   : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                   : "r"(shared));
  } else if constexpr (S == Space::global_l1) {
    if constexpr (Bytes == 4) asm volatile("ld.global.ca.b32 %0,[%1];" : "=r"(a) : "l"(global));
    if constexpr (Bytes == 8)
      asm volatile("ld.global.ca.v2.b32 {%0,%1},[%2];" : "=r"(a), "=r"(b) : "l"(global));
    if constexpr (Bytes == 16)
      asm volatile("ld.global.ca.v4.b32 {%0,%1,%2,%3},[%4];"
                   : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                   : "l"(global));
  } else {
    asm volatile("ld.global.cg.b32 %0,[%1];" : "=r"(a) : "l"(global));
  }
  return a ^ b ^ c ^ d;
}

template <Space S, int Bytes>
__device__ void store(char* global, unsigned shared, int v) {
  if constexpr (S == Space::shared) {
    if constexpr (Bytes == 4) asm volatile("st.shared.b32 [%0],%1;" ::"r"(shared), "r"(v));
    if constexpr (Bytes == 8) asm volatile("st.shared.v2.b32 [%0],{%1,%1};" ::"r"(shared), "r"(v));
    if constexpr (Bytes == 16)
      asm volatile("st.shared.v4.b32 [%0],{%1,%1,%1,%1};" ::"r"(shared), "r"(v));
  } else {
    if constexpr (Bytes == 4) asm volatile("st.global.b32 [%0],%1;" ::"l"(global), "r"(v));
    if constexpr (Bytes == 8) asm volatile("st.global.v2.b32 [%0],{%1,%1};" ::"l"(global), "r"(v));
    if constexpr (Bytes == 16)
      asm volatile("st.global.v4.b32 [%0],{%1,%1,%1,%1};" ::"l"(global), "r"(v));
  }
}

template <Space S, Direction D, int Bytes>
__global__ void __launch_bounds__(threads)
    repeat(WarpAccess access, char* memory, int iterations, int zero, long long* cycles) {
  extern __shared__ int words[];
  if constexpr (S == Space::shared) {
    for (int i = static_cast<int>(threadIdx.x); i < memory_bytes / 4; i += threads) words[i] = 0;
  }
  const int offset = access.offset[threadIdx.x % 32];
  const unsigned shared =
      static_cast<unsigned>(__cvta_generic_to_shared(words)) + static_cast<unsigned>(offset);
  char* const global = memory + offset;
  int sink = 0;
  time_block(cycles, [&] {
#pragma unroll 1
    for (int i = 0; i < iterations; ++i) {
      // Always 0, which the assembler cannot know: else it loads once for all rounds. Added to the
      // address before the steps, so that these are immediates of the instructions: a sum of both
      // in int would be extended to 64 bits for every access, and that arithmetic would bind.
      const int moved = i & zero;
      char* const in_memory = global + moved;
      const unsigned in_shared = shared + static_cast<unsigned>(moved);
#pragma unroll
      for (int u = 0; u < unrolled; ++u) {
        constexpr unsigned step = step_bytes;
        if constexpr (D == Direction::load) {
          sink |= load<S, Bytes>(in_memory + u * step, in_shared + u * step);
        } else {
          store<S, Bytes>(in_memory + u * step, in_shared + u * step, i);
        }
      }
    }
  });
  if (sink == 0x12345678) *cycles = sink;
}

using Kernel = void(WarpAccess, char*, int, int, long long*);

template <Space S, Direction D>
Kernel* of_bytes(int bytes) {
  return bytes == 4 ? repeat<S, D, 4> : bytes == 8 ? repeat<S, D, 8> : repeat<S, D, 16>;
}

template <Space S>
Kernel* of_direction(const WarpAccess& access) {
  return access.direction == Direction::load ? of_bytes<S, Direction::load>(access.bytes)
                                             : of_bytes<S, Direction::store>(access.bytes);
}

Kernel* kernel_of(const WarpAccess& access) {
  switch (access.space) {
    case Space::global_l1:
      return of_direction<Space::global_l1>(access);
    case Space::global_l2:
      return of_direction<Space::global_l2>(access);
    case Space::shared:
      break;
  }
  return of_direction<Space::shared>(access);
}

}  // namespace

WarpAccess strided(Space space, Direction direction, int bytes, int stride) {
  WarpAccess access{space, direction, bytes, {}};
  for (int lane = 0; lane < 32; ++lane)
    access.offset[static_cast<std::size_t>(lane)] = lane * stride;
  return access;
}

Sample warp_access_cycles(const Session& s, const WarpAccess& access) {
  const Buffer memory(memory_bytes);
  const int dynamic = access.space == Space::shared ? memory_bytes : 0;
  Kernel* const kernel = kernel_of(access);
  allow_shared(kernel, dynamic);
  const Sample cycles = block_cycles(s, 16, 64, [&](int iterations, long long* answer) {
    kernel<<<1, threads, dynamic>>>(access, memory.as<char>(), iterations, 0, answer);
  });
  return scaled(cycles, 1.0 / (unrolled * (threads / 32)));
}

}  // namespace gpumodel::calibrate
