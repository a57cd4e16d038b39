// Scattered reads: every lane a sector of its own, at random, by footprint. Beyond the L2 this is
// the rate of DRAM for single sectors, and beyond the reach of the TLBs that of page walks.
#include <algorithm>

#include "validate/calibrate/gpu/streams.cuh"

namespace gpumodel::calibrate {
namespace {

constexpr int block_threads = 512;
constexpr int blocks_per_sm = 4;
constexpr int independent = 4;
constexpr int sector_bytes = 32;

__global__ void __launch_bounds__(block_threads, blocks_per_sm)
    gather(const char* memory, unsigned sectors_mask, int rounds, unsigned seed, unsigned* never) {
  unsigned state = (blockIdx.x * blockDim.x + threadIdx.x) * 0x9E3779B1U + seed;
  unsigned sum = 0;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    unsigned v[independent];
#pragma unroll
    for (int i = 0; i < independent; ++i) {
      state = state * 1664525U + 1013904223U;
      unsigned mixed = state ^ (state >> 15);
      mixed *= 0x85EBCA6BU;
      mixed ^= mixed >> 13;
      const unsigned long long at = static_cast<unsigned long long>(mixed & sectors_mask);
      v[i] = load_l2(reinterpret_cast<const unsigned*>(memory + at * sector_bytes));
    }
#pragma unroll
    for (int i = 0; i < independent; ++i) sum |= v[i];
  }
  if (sum == 0x12345678) *never = sum;
}

Sample sectors_per_second(const Session& s, const Buffer& buffer, double footprint) {
  Answers<unsigned> never(1);
  const auto mask = static_cast<unsigned>(footprint / sector_bytes) - 1;
  unsigned seed = 0;
  const int blocks = s.device().sms * blocks_per_sm;
  const auto run = [&](double rounds) {
    ++seed;
    return event_seconds([&] {
      gather<<<blocks, block_threads>>>(buffer.as<char>(), mask, static_cast<int>(rounds), seed,
                                        never.device());
    });
  };
  const double per_round = static_cast<double>(blocks) * block_threads * independent;
  return inverse(slope(s.repeats(), 8, 32, run), per_round);
}

void measure(Session& s) {
  const Buffer buffer(affordable(32 * GiB));
  std::vector<double> x;
  std::vector<Sample> y;
  for (double bytes = 1 * MiB; bytes <= static_cast<double>(buffer.bytes()); bytes *= 2) {
    x.push_back(bytes);
    y.push_back(sectors_per_second(s, buffer, bytes));
  }
  s.curve("dram.gather_curve", x, y,
          "sectors of 32 bytes per second at random places of a footprint, past L1");
}

const Registered gather_curve({"gather", 1.5, {{"dram.gather_curve", "1/s", "B"}}, measure});

}  // namespace
}  // namespace gpumodel::calibrate
