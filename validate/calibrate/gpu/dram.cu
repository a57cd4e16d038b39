// Sustained DRAM bandwidth by the mix of reads and writes: large arrays, ordinary grids, every
// thread with one or several independent accesses of 16 bytes.
#include <algorithm>

#include "validate/calibrate/gpu/streams.cuh"

namespace gpumodel::calibrate {
namespace {

constexpr int block_threads = 256;
constexpr int most_arrays = 4;

struct Arrays {
  uint4* at[most_arrays];  // the ones that are read, then the ones that are written
};

struct Memory {
  explicit Memory(const DeviceFacts& device) : flush(device), buffer(affordable(6 * GiB)) {}
  CacheFlush flush;
  Buffer buffer;
};

template <int Reads, int Writes, int Independent>
__global__ void __launch_bounds__(block_threads) stream(Arrays arrays, unsigned never) {
  const long long first =
      static_cast<long long>(blockIdx.x) * (block_threads * Independent) + threadIdx.x;
  uint4 sum[Independent];
#pragma unroll
  for (int i = 0; i < Independent; ++i) sum[i] = filled<uint4>(never);
#pragma unroll
  for (int r = 0; r < Reads; ++r) {
#pragma unroll
    for (int i = 0; i < Independent; ++i) {
      const uint4 v = load_l2(arrays.at[r] + first + i * block_threads);
      sum[i].x ^= v.x, sum[i].y ^= v.y, sum[i].z ^= v.z, sum[i].w ^= v.w;
    }
  }
#pragma unroll
  for (int w = 0; w < Writes; ++w) {
#pragma unroll
    for (int i = 0; i < Independent; ++i) {
      arrays.at[Reads + w][first + i * block_threads] = sum[i];
    }
  }
  if constexpr (Writes == 0) {
    unsigned all = 0;
#pragma unroll
    for (int i = 0; i < Independent; ++i) all |= folded(sum[i]);
    if (all == 0x12345678) arrays.at[0][0] = sum[0];
  }
}

// Each time behind a flush: what a launch finds in the L2 must not depend on the one before.
template <int Reads, int Writes, int Independent>
Sample bandwidth(const Session& s, const Memory& memory, double array_bytes) {
  constexpr int count = Reads + Writes;
  const Buffer& buffer = memory.buffer;
  const auto array = static_cast<std::size_t>(array_bytes) / (1 << 20) * (1 << 20);
  Arrays arrays{};
  for (int i = 0; i < count; ++i) {
    arrays.at[i] = buffer.as<uint4>() + static_cast<std::size_t>(i) * array / sizeof(uint4);
  }
  const double block_bytes = sizeof(uint4) * block_threads * Independent;
  const double all_blocks = std::floor(static_cast<double>(array) / block_bytes);
  const auto run = [&](double blocks) {
    memory.flush();
    return event_seconds([&] {
      stream<Reads, Writes, Independent>
          <<<static_cast<unsigned>(blocks), block_threads>>>(arrays, 0);
    });
  };
  const Sample per_block = slope(s.repeats(), std::floor(all_blocks / 2), all_blocks, run);
  return inverse(per_block, block_bytes * count);
}

// The best of several amounts in flight, on arrays of 1 GiB and on the whole buffer.
template <int Reads, int Writes>
Sample best(const Session& s, const Memory& memory) {
  const double all = static_cast<double>(memory.buffer.bytes()) / (Reads + Writes);
  Sample best;
  for (const double array : {std::min(1 * GiB, all), all}) {
    for (const Sample& one : {bandwidth<Reads, Writes, 1>(s, memory, array),
                              bandwidth<Reads, Writes, 2>(s, memory, array),
                              bandwidth<Reads, Writes, 4>(s, memory, array),
                              bandwidth<Reads, Writes, 8>(s, memory, array)}) {
      if (one.value > best.value) best = one;
    }
  }
  return best;
}

void measure(Session& s) {
  const Memory memory(s.device());
  const char* const how =
      "arrays of 1 GiB and 6 GiB in all, 1 to 8 independent accesses of 16 bytes per thread, the "
      "best";
  const Sample write = best<0, 1>(s, memory), read = best<1, 0>(s, memory);
  const Sample copy = best<1, 1>(s, memory);
  s.value("dram.write_bandwidth", write, how);
  s.value("dram.read_bandwidth", read, how);
  s.value("dram.copy_bandwidth", copy, how);
  s.curve("dram.mix_curve", {0.0, 1.0 / 3.0, 0.5, 2.0 / 3.0, 0.75, 1.0},
          {write, best<1, 2>(s, memory), copy, best<2, 1>(s, memory), best<3, 1>(s, memory), read},
          "bandwidth of reads and writes together, by the share of the reads");
}

const Registered dram({"dram-bandwidth",
                       3.0,
                       {{"dram.write_bandwidth", "B/s"},
                        {"dram.read_bandwidth", "B/s"},
                        {"dram.copy_bandwidth", "B/s"},
                        {"dram.mix_curve", "B/s", "1"}},
                       measure});

}  // namespace
}  // namespace gpumodel::calibrate
