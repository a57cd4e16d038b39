// Scattered reads: every lane a sector of its own, at random, by footprint. Beyond the L2 this is
// the rate of DRAM for single sectors, and beyond the reach of the TLBs that of page walks.
#include "validate/calibrate/gpu/random_sectors.cuh"
#include "validate/calibrate/gpu/streams.cuh"

namespace gpumodel::calibrate {
namespace {

constexpr int block_threads = 512;
constexpr int blocks_per_sm = 4;
constexpr int independent = 4;

__global__ void __launch_bounds__(block_threads, blocks_per_sm)
    gather(const char* memory, unsigned sectors_mask, int rounds, unsigned seed, unsigned* never) {
  RandomSectors sectors(seed, sectors_mask);
  unsigned sum = 0;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    unsigned v[independent];
#pragma unroll
    for (int i = 0; i < independent; ++i) {
      v[i] = load_l2(reinterpret_cast<const unsigned*>(memory + sectors.next()));
    }
#pragma unroll
    for (int i = 0; i < independent; ++i) sum |= v[i];
  }
  if (sum == 0x12345678) *never = sum;
}

void measure(Session& s) {
  const Buffer buffer(affordable(32 * GiB));
  Answers<unsigned> never(1);
  const int blocks = s.device().sms * blocks_per_sm;
  const SectorCurve curve = by_footprint(
      s, buffer, 1 * MiB, static_cast<double>(blocks) * block_threads * independent,
      [&](unsigned mask, int rounds, unsigned seed) {
        gather<<<blocks, block_threads>>>(buffer.as<char>(), mask, rounds, seed, never.device());
      });
  s.curve("dram.gather_curve", curve.x, curve.y,
          "sectors of 32 bytes per second at random places of a footprint, past L1");
}

const Registered gather_curve({"gather", 1.5, {{"dram.gather_curve", "1/s", "B"}}, measure});

}  // namespace
}  // namespace gpumodel::calibrate
