#include "validate/calibrate/gpu/chase.cuh"

#include <bit>
#include <cmath>

namespace gpumodel::calibrate {
namespace {

using Address = unsigned long long;

// A bijection of the numbers below 2^bits that leaves no visible order.
__device__ unsigned scattered(unsigned k, int bits) {
  const unsigned mask = bits >= 32 ? ~0U : (1U << bits) - 1;
  for (int round = 0; round < 3; ++round) {
    k = (k * 0x9E3779B1U + 0x7F4A7C15U) & mask;
    k ^= k >> (bits / 2 + 1);
  }
  return k & mask;
}

// The lines in the order scattered(0), scattered(1), ... without those beyond the end, in a circle.
__global__ void link(char* memory, unsigned lines, int bits) {
  const unsigned k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= 1U << bits) return;
  const unsigned line = scattered(k, bits);
  if (line >= lines) return;
  const unsigned mask = (1U << bits) - 1;
  unsigned next = k, target = lines;
  while (target >= lines) {
    next = (next + 1) & mask;
    target = scattered(next, bits);
  }
  *reinterpret_cast<Address*>(memory + static_cast<Address>(line) * line_bytes) =
      reinterpret_cast<Address>(memory) + static_cast<Address>(target) * line_bytes;
}

template <Way W>
__device__ Address follow(Address at, Address zero) {
  Address next = 0;
  if constexpr (W == Way::l1) {
    asm volatile("ld.global.ca.u64 %0,[%1];" : "=l"(next) : "l"(at) : "memory");
  } else if constexpr (W == Way::l2) {
    asm volatile("ld.global.cg.u64 %0,[%1];" : "=l"(next) : "l"(at) : "memory");
  } else {
    asm volatile("atom.global.add.u64 %0,[%1],%2;" : "=l"(next) : "l"(at), "l"(zero) : "memory");
  }
  return next;
}

struct Plan {
  char* memory;
  unsigned lines;
  unsigned first_line;
  int steps;
  int sm_block;
  int warm_passes;
  Address zero;
};

constexpr int unrolled = 16;

template <Way W>
__device__ void warm_lines(const Plan& plan) {
  for (int pass = 0; pass < plan.warm_passes; ++pass) {
    for (unsigned line = threadIdx.x; line < plan.lines; line += blockDim.x) {
      const Address at = reinterpret_cast<Address>(plan.memory) + Address{line} * line_bytes;
      if (follow < W == Way::l1 ? Way::l1 : Way::l2 > (at, 0) == 1) __trap();
    }
    __syncthreads();
  }
}

template <Way W>
__global__ void __launch_bounds__(1024) chase_lines(Plan plan, long long* cycles) {
  if (static_cast<int>(blockIdx.x) != plan.sm_block) return;
  warm_lines<W>(plan);
  if (threadIdx.x != 0) return;
  Address at = reinterpret_cast<Address>(plan.memory) + Address{plan.first_line} * line_bytes;
  at = follow < W == Way::l1 ? Way::l1 : Way::l2 > (at, 0);  // the page is known from here on
  const long long begin = clock64();
#pragma unroll 1
  for (int i = 0; i < plan.steps / unrolled; ++i) {
#pragma unroll
    for (int u = 0; u < unrolled; ++u) at = follow<W>(at, plan.zero);
  }
  // The clock is read after the last address has come: the comparison depends on it.
  if (at == 1) cycles[1] = 1;
  cycles[0] = clock64() - begin;
}

void (*kernel_of(Way way))(Plan, long long*) {
  switch (way) {
    case Way::l1:
      return chase_lines<Way::l1>;
    case Way::l2:
      return chase_lines<Way::l2>;
    case Way::atomic:
      break;
  }
  return chase_lines<Way::atomic>;
}

}  // namespace

void link_lines(const Buffer& buffer, double bytes) {
  const auto lines = static_cast<unsigned>(bytes / line_bytes);
  const int bits = std::max(2, static_cast<int>(std::bit_width(lines - 1)));
  const unsigned blocks = ((1U << bits) + 255) / 256;
  link<<<blocks, 256>>>(buffer.as<char>(), lines, bits);
  check(cudaGetLastError());
}

double chase_cycles(const Session& s, const Buffer& buffer, const Chase& chase, unsigned start) {
  Answers<long long> cycles(2);
  const auto lines = static_cast<unsigned>(chase.bytes / line_bytes);
  const Plan plan{
      buffer.as<char>(), lines, (start * 0x9E3779B1U) % lines, chase.steps, chase.sm_block,
      chase.warm_passes, 0};
  const int threads = chase.warm_passes > 0 ? 1024 : 32;
  kernel_of(chase.way)<<<s.device().sms, threads>>>(plan, cycles.device());
  check(cudaGetLastError());
  return static_cast<double>(cycles.read()[0]);
}

Sample chase_latency(const Session& s, const Buffer& buffer, Chase chase) {
  unsigned start = 0;
  const int steps = chase.steps;
  const auto time = [&](double n) {
    chase.steps = static_cast<int>(n);
    return chase_cycles(s, buffer, chase, ++start);
  };
  return slope(s.repeats(), steps / 4, steps, time);
}

}  // namespace gpumodel::calibrate
