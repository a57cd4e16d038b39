// Stores of single words, which fill their sectors in part: at random places of a footprint, and in
// the order of a transpose, whose warps complete each other's sectors in the L2.
#include "validate/calibrate/gpu/random_sectors.cuh"

namespace gpumodel::calibrate {
namespace {

constexpr int block_threads = 256;
constexpr int blocks_per_sm = 8;
constexpr int independent = 4;

__device__ void store(void* at, unsigned v) {
  asm volatile("st.global.b32 [%0],%1;" ::"l"(at), "r"(v) : "memory");
}

__global__ void __launch_bounds__(block_threads, blocks_per_sm)
    scatter(char* memory, unsigned sectors_mask, int rounds, unsigned seed) {
  RandomSectors sectors(seed, sectors_mask);
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int i = 0; i < independent; ++i) {
      store(memory + sectors.next(), seed);
    }
  }
}

constexpr unsigned side = 2048;  // of a square of words: 16 MiB
constexpr unsigned words_per_sector = sector_bytes / 4;
constexpr unsigned tiles = side * side / 32;  // what one warp stores at a time

// Lane i of a warp stores to row i of 32 rows, always the same word; eight warps in a row fill a
// column of sectors, and the next ones go on 32 rows below.
__global__ void __launch_bounds__(block_threads, blocks_per_sm)
    store_columns(unsigned* square, unsigned total) {
  constexpr unsigned groups = side / 32;  // of rows
  const unsigned warps = gridDim.x * blockDim.x / 32;
#pragma unroll 1
  for (unsigned k = (blockIdx.x * blockDim.x + threadIdx.x) / 32; k < total; k += warps) {
    const unsigned tile = k % tiles;
    const unsigned in_sector = tile % words_per_sector;
    const unsigned row = tile / words_per_sector % groups * 32 + threadIdx.x % 32;
    const unsigned sector = tile / words_per_sector / groups;
    store(square + row * side + sector * words_per_sector + in_sector, k);
  }
}

// Which slices of L2 hold a small footprint depends on where it lies.
char* place_of(const Buffer& buffer, unsigned mask, unsigned seed) {
  constexpr std::size_t apart = std::size_t{2} << 20U, most_places = 256;
  const std::size_t places = std::min(buffer.bytes() / apart, most_places);
  if ((std::size_t{mask} + 1) * sector_bytes > apart || places == 0) return buffer.as<char>();
  return buffer.as<char>() + seed * 2654435761U % places * apart;
}

void random_stores(Session& s) {
  const Buffer buffer(affordable(8 * GiB));
  const int blocks = s.device().sms * blocks_per_sm;
  const SectorCurve curve = by_footprint(
      s, buffer, 4 * KiB, static_cast<double>(blocks) * block_threads * independent,
      [&](unsigned mask, int rounds, unsigned seed) {
        scatter<<<blocks, block_threads>>>(place_of(buffer, mask, seed), mask, rounds, seed);
      });
  s.curve("dram.scatter_curve", curve.x, curve.y,
          "stores of 4 bytes per second, each to a random sector of a footprint");
}

void columns(Session& s) {
  const Buffer square(std::size_t{side} * side * sizeof(unsigned));
  const int blocks = s.device().sms * blocks_per_sm;
  const Sample per_pass = slope(s.repeats(), 4, 16, [&](double passes) {
    return event_seconds([&] {
      store_columns<<<blocks, block_threads>>>(square.as<unsigned>(),
                                               static_cast<unsigned>(passes) * tiles);
    });
  });
  s.value("l2.partial_write", inverse(per_pass, static_cast<double>(side) * side),
          "stores of 4 bytes per second, 32 lines per warp, sectors completed by eight warps, 16 "
          "MiB");
}

const Registered scatter_curve({"scatter",
                                1.5,
                                {{"dram.scatter_curve", "1/s", "B"}, {"l2.partial_write", "1/s"}},
                                [](Session& s) {
                                  random_stores(s);
                                  columns(s);
                                }});

}  // namespace
}  // namespace gpumodel::calibrate
