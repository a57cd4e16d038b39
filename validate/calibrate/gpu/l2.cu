// Bandwidth of the L2: the same data again and again inside one kernel, past L1.
#include <cmath>

#include "validate/calibrate/gpu/streams.cuh"

namespace gpumodel::calibrate {
namespace {

enum class Move { read, write };

constexpr int block_threads = 512;
constexpr int blocks_per_sm = 3;
constexpr int independent = 4;

// A tile is what one warp moves at a time. Warps take tiles round robin, in a circle: where there
// are fewer tiles than warps, several passes are under way at once.
template <Move M>
__global__ void __launch_bounds__(block_threads, blocks_per_sm)
    sweep(uint4* memory, unsigned tiles, unsigned total, unsigned* never) {
  const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const unsigned warps = gridDim.x * blockDim.x / 32;
  const unsigned lane = threadIdx.x % 32, step = warps % tiles;
  unsigned tile = warp % tiles, sum = 0;
  for (unsigned k = warp; k < total; k += warps) {
    const unsigned long long first = 32ULL * independent * tile + lane;
    uint4 v[independent];
#pragma unroll
    for (int i = 0; i < independent; ++i) {
      v[i] = M == Move::write ? filled<uint4>(k) : load_l2(memory + first + i * 32);
    }
#pragma unroll
    for (int i = 0; i < independent; ++i) {
      if constexpr (M == Move::read) {
        sum |= folded(v[i]);
      } else {
        memory[first + i * 32] = v[i];
      }
    }
    tile += step;
    if (tile >= tiles) tile -= tiles;
  }
  if (sum == 0x12345678) *never = sum;
}

template <Move M>
Sample bandwidth(const Session& s, const Buffer& buffer, double footprint) {
  constexpr double tile_bytes = sizeof(uint4) * 32.0 * independent;
  const double tiles = std::floor(footprint / tile_bytes);
  Answers<unsigned> never(1);
  const auto run = [&](double total) {
    return event_seconds([&] {
      sweep<M><<<s.device().sms * blocks_per_sm, block_threads>>>(
          buffer.as<uint4>(), static_cast<unsigned>(tiles), static_cast<unsigned>(total),
          never.device());
    });
  };
  const double least = (s.quick() ? 0.25 : 0.5) * GiB / tile_bytes;
  const double total = tiles * std::ceil(least / tiles);
  return inverse(slope(s.repeats() - 2, total, 3 * total, run), tile_bytes);
}

// Footprints that surely lie in the L2: there the bandwidth hardly depends on them.
template <Move M>
Sample plateau(const Session& s) {
  const Buffer buffer(affordable(s.device().l2_bytes / 3));
  std::vector<double> inside;
  for (double bytes = s.device().l2_bytes / 16; bytes < s.device().l2_bytes / 3; bytes *= 1.4) {
    inside.push_back(bandwidth<M>(s, buffer, bytes).value);
  }
  return sample_of(inside);
}

constexpr const char* how =
    "repeated passes of one kernel, past L1, over 1/16 to 1/3 of the L2; 4 independent accesses of "
    "16 bytes per thread";

void measure(Session& s) {
  s.value("l2.read_bandwidth", plateau<Move::read>(s), how);
  s.value("l2.write_bandwidth", plateau<Move::write>(s), how);
}

const Registered l2_bandwidth(
    {"l2-bandwidth", 1.0, {{"l2.read_bandwidth", "B/s"}, {"l2.write_bandwidth", "B/s"}}, measure});

}  // namespace
}  // namespace gpumodel::calibrate
