// Loops whose rounds wait for a load: what `gpumodel calibrate` asks the engine about, which takes
// the number with which it predicts them best (src/app/calibrate/loops has their descriptors).
#include "validate/calibrate/gpu/streams.cuh"

namespace gpumodel::calibrate {
namespace {

constexpr int tile = 4096;  // words that stay in L1

// Ways to write the same loop over an array that all lanes of a warp go through: what a compiler
// makes of them differs in the address.
enum class Index { words, wide, pointer, rows };

template <Index I>
__device__ float sum_of(const float* a, int passes, int step) {
  float sum = 0.0F;
#pragma unroll 1
  for (int pass = 0; pass < passes; ++pass) {
    if constexpr (I == Index::words) {
#pragma unroll 1
      for (int i = static_cast<int>(threadIdx.x); i < tile; i += step) sum += a[i];
    } else if constexpr (I == Index::wide) {
      long i = threadIdx.x;
#pragma unroll 1
      for (long k = 0; k < tile / step; ++k, i += step) sum += a[i];
    } else if constexpr (I == Index::pointer) {
#pragma unroll 1
      for (const float* at = a + threadIdx.x; at < a + tile; at += step) sum += *at;
    } else {
#pragma unroll 1
      for (int k = 0; k < tile / step; ++k) sum += a[k * step + static_cast<int>(threadIdx.x)];
    }
  }
  return sum;
}

// out[0] is never written.
template <Index I>
__global__ void load_l1(const float* a, int passes, int step, float* out) {
  const float sum = sum_of<I>(a, passes, step);
  if (sum == 12345.678F) out[0] = sum;
}

__global__ void copy(const float* a, float* b, long rounds) {
  const long threads = static_cast<long>(gridDim.x) * blockDim.x;
  long i = static_cast<long>(blockIdx.x) * blockDim.x + threadIdx.x;
#pragma unroll 1
  for (long k = 0; k < rounds; ++k, i += threads) b[i] = a[i];
}

using Loop = void(const float*, int, int, float*);

// Seconds per pass, of one warp on each SM; a row of the curve for each way to write the loop.
void in_l1(Session& s) {
  const Buffer a(tile * sizeof(float)), out(sizeof(float));
  std::vector<double> x;
  std::vector<Sample> y;
  for (Loop* loop : {load_l1<Index::words>, load_l1<Index::wide>, load_l1<Index::pointer>,
                     load_l1<Index::rows>}) {
    const Sample pass = slope(s.repeats(), 40, 200, [&](double passes) {
      return event_seconds([&] {
        loop<<<s.device().sms, 32>>>(a.as<float>(), static_cast<int>(passes), 32, out.as<float>());
      });
    });
    x.push_back(static_cast<double>(x.size()) + 1.0);
    y.push_back(pass);
  }
  s.curve("l1.wait", x, y,
          "passes of a loop over 16 KiB that L1 holds, one warp per SM, written in four ways");
}

void behind_writes(Session& s) {
  constexpr int block = 256;
  const std::size_t bytes = affordable(1 * GiB);
  const Buffer a(bytes), b(bytes);
  std::vector<double> x;
  std::vector<Sample> y;
  for (const int warps : {16, 24, 32, 48, 64}) {
    const int blocks = s.device().sms * warps / (block / 32);
    const double rounds = static_cast<double>(bytes / sizeof(float)) / (blocks * double{block});
    x.push_back(warps);
    y.push_back(
        slope(s.repeats(), static_cast<int>(rounds / 3), static_cast<int>(rounds), [&](double n) {
          return event_seconds(
              [&] { copy<<<blocks, block>>>(a.as<float>(), b.as<float>(), static_cast<long>(n)); });
        }));
  }
  s.curve("dram.write_batch", x, y,
          "rounds of a loop that loads and stores 4 bytes per lane, by warps per SM");
}

const Registered loop_waits({"loop-waits", 0.3, {{"l1.wait", "s", "1"}}, in_l1});
const Registered write_batch({"write-batch", 0.5, {{"dram.write_batch", "s", "1"}}, behind_writes});

}  // namespace
}  // namespace gpumodel::calibrate
