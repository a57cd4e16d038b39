// A loop whose rounds wait for loads while DRAM writes: what `gpumodel calibrate` asks the engine
// about, which takes the number with which it predicts it best (src/app/calibrate/loops has the
// descriptor).
#include "validate/calibrate/gpu/streams.cuh"

namespace gpumodel::calibrate {
namespace {

__global__ void copy(const float* a, float* b, long rounds) {
  const long threads = static_cast<long>(gridDim.x) * blockDim.x;
  long i = static_cast<long>(blockIdx.x) * blockDim.x + threadIdx.x;
#pragma unroll 1
  for (long k = 0; k < rounds; ++k, i += threads) b[i] = a[i];
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

const Registered write_batch({"write-batch", 0.5, {{"dram.write_batch", "s", "1"}}, behind_writes});

}  // namespace
}  // namespace gpumodel::calibrate
