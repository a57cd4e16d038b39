// Atomic additions in global memory: updates per second of the whole chip, by the number of
// addresses they are spread over.
#include <cmath>

#include "validate/calibrate/gpu/keys.cuh"
#include "validate/calibrate/timing.cuh"

namespace gpumodel::calibrate {
namespace {

constexpr int block_threads = 256;
constexpr int blocks_per_sm = 8;

// Inline instructions where they exist: the compiler would join updates of one warp that it can
// prove to meet, which those of real programs it can not.
__device__ void add(unsigned* at) {
  asm volatile("red.global.add.u32 [%0],%1;" ::"l"(at), "r"(1U) : "memory");
}
__device__ void add(float* at) {
  asm volatile("red.global.add.f32 [%0],%1;" ::"l"(at), "f"(1.0F) : "memory");
}
__device__ void add(double* at) {
  asm volatile("red.global.add.f64 [%0],%1;" ::"l"(at), "d"(1.0) : "memory");
}

// Every update at a random one of `count` words, a power of two.
template <class T>
__global__ void __launch_bounds__(block_threads) updates(T* words, unsigned count, int per_thread) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned threads = gridDim.x * blockDim.x;
#pragma unroll 4
  for (int i = 0; i < per_thread; ++i) {
    const unsigned long long index = static_cast<unsigned long long>(i) * threads + thread;
    add(words + (uniform_key(1, index) & (count - 1)));
  }
}

// One lane of each warp, all at one word: what is left where a warp adds up its lanes first.
__global__ void __launch_bounds__(block_threads) one_lane_updates(unsigned* word, int per_warp) {
  if (threadIdx.x % 32 != 0) return;
#pragma unroll 4
  for (int i = 0; i < per_warp; ++i) add(word);
}

Sample one_lane_updates_per_second(const Session& s, const Buffer& buffer) {
  const int blocks = s.device().sms * blocks_per_sm;
  const auto run = [&](double per_warp) {
    return event_seconds([&] {
      one_lane_updates<<<blocks, block_threads>>>(buffer.as<unsigned>(),
                                                  static_cast<int>(per_warp));
    });
  };
  return inverse(slope(s.repeats(), 16, 64, run), static_cast<double>(blocks) * block_threads / 32);
}

constexpr unsigned most_words = 1U << 24;

template <class T>
Sample updates_per_second(const Session& s, const Buffer& buffer, unsigned words) {
  const int blocks = s.device().sms * blocks_per_sm;
  const auto run = [&](double per_thread) {
    return event_seconds([&] {
      updates<T><<<blocks, block_threads>>>(buffer.as<T>(), words, static_cast<int>(per_thread));
    });
  };
  const double threads = static_cast<double>(blocks) * block_threads;
  // A single address takes about a nanosecond per update.
  const bool few = words < 256;
  return inverse(slope(s.repeats(), few ? 4 : 16, few ? 12 : 64, run), threads);
}

void integers(Session& s) {
  const Buffer buffer(most_words * sizeof(unsigned));
  std::vector<double> x;
  std::vector<Sample> y;
  for (const unsigned exponent : {0U, 1U, 3U, 5U, 8U, 10U, 12U, 14U, 16U, 18U, 20U, 22U, 24U}) {
    x.push_back(std::ldexp(1.0, static_cast<int>(exponent)));
    y.push_back(updates_per_second<unsigned>(s, buffer, 1U << exponent));
  }
  s.curve("atomic.reduce_curve", x, y,
          "32-bit integer additions per second without result, by the number of words, uniformly "
          "random");
  s.value("atomic.single_lane", one_lane_updates_per_second(s, buffer),
          "integer additions per second without result, one lane of each warp, all at one word");
}

void floats(Session& s) {
  const Buffer buffer(sizeof(double));
  s.value("atomic.f32_one", updates_per_second<float>(s, buffer, 1),
          "FP32 additions per second, all at one address");
  s.value("atomic.f64_one", updates_per_second<double>(s, buffer, 1),
          "FP64 additions per second, all at one address");
}

const Registered global_atomics({"atomics",
                                 1.0,
                                 {{"atomic.reduce_curve", "1/s", "1"},
                                  {"atomic.single_lane", "1/s"}},
                                 integers});
const Registered float_atomics(
    {"atomics-float", 1.0, {{"atomic.f32_one", "1/s"}, {"atomic.f64_one", "1/s"}}, floats});

}  // namespace
}  // namespace gpumodel::calibrate
