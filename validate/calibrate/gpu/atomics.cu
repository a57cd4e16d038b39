// Atomic additions in global memory: updates per second of the whole chip, by the number of
// addresses they are spread over and by how the lanes of a warp meet.
#include <cmath>

#include "validate/calibrate/gpu/keys.cuh"
#include "validate/calibrate/timing.cuh"

namespace gpumodel::calibrate {
namespace {

constexpr int block_threads = 256;
constexpr int blocks_per_sm = 8;

enum class Keys {
  uniform,      // every update at a random one of `words`
  consecutive,  // lane i at word i of a warp's own line
  of_a_warp     // lanes spread over `words` random words of a warp's own 32
};

struct Spread {
  Keys keys = Keys::uniform;
  unsigned words = 1;  // a power of two
};

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

template <class T>
struct Reduce {
  using Word = T;
  static __device__ unsigned update(T* at) {
    add(at);
    return 0;
  }
};
struct Fetch {
  using Word = unsigned;
  static __device__ unsigned update(unsigned* at) {
    unsigned old;
    asm volatile("atom.global.add.u32 %0,[%1],%2;" : "=r"(old) : "l"(at), "r"(1U) : "memory");
    return old;
  }
};

__device__ unsigned word_of(Spread spread, unsigned long long index) {
  const unsigned lane = threadIdx.x % 32;
  const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  switch (spread.keys) {
    case Keys::uniform:
      return uniform_key(1, index) & (spread.words - 1);
    case Keys::consecutive:
      return warp * 32 + lane;
    case Keys::of_a_warp:
      break;
  }
  return warp * 32 + (lane & (spread.words - 1));
}

template <class Operation>
__global__ void __launch_bounds__(block_threads)
    updates(typename Operation::Word* words, Spread spread, int per_thread, unsigned* never) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned threads = gridDim.x * blockDim.x;
  unsigned sum = 0;
#pragma unroll 4
  for (int i = 0; i < per_thread; ++i) {
    const unsigned long long index = static_cast<unsigned long long>(i) * threads + thread;
    sum ^= Operation::update(words + word_of(spread, index));
  }
  if (sum == 0x12345678) *never = sum;
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

template <class Operation>
Sample updates_per_second(const Session& s, const Buffer& buffer, Spread spread) {
  Answers<unsigned> never(1);
  const int blocks = s.device().sms * blocks_per_sm;
  const auto run = [&](double per_thread) {
    return event_seconds([&] {
      updates<Operation><<<blocks, block_threads>>>(buffer.as<typename Operation::Word>(), spread,
                                                    static_cast<int>(per_thread), never.device());
    });
  };
  const double threads = static_cast<double>(blocks) * block_threads;
  // A single address takes about a nanosecond per update.
  const bool few = spread.keys == Keys::uniform && spread.words < 256;
  return inverse(slope(s.repeats(), few ? 4 : 16, few ? 12 : 64, run), threads);
}

template <class Operation>
void add_curve(Session& s, const Buffer& buffer, const char* key, const char* note) {
  std::vector<double> x;
  std::vector<Sample> y;
  for (const unsigned exponent : {0U, 1U, 3U, 5U, 8U, 10U, 12U, 14U, 16U, 18U, 20U, 22U, 24U}) {
    x.push_back(std::ldexp(1.0, static_cast<int>(exponent)));
    y.push_back(updates_per_second<Operation>(s, buffer, {Keys::uniform, 1U << exponent}));
  }
  s.curve(key, x, y, note);
}

void integers(Session& s) {
  const Buffer buffer(most_words * sizeof(unsigned));
  add_curve<Reduce<unsigned>>(s, buffer, "atomic.reduce_curve",
                              "32-bit integer additions per second without result, by the number "
                              "of words, uniformly random");
  add_curve<Fetch>(s, buffer, "atomic.fetch_curve",
                   "32-bit integer additions per second that return the old value, by the number "
                   "of words, uniformly random");
  std::vector<double> x;
  std::vector<Sample> y;
  for (unsigned words = 1; words <= 32; words *= 2) {
    x.push_back(words);
    y.push_back(updates_per_second<Reduce<unsigned>>(s, buffer, {Keys::of_a_warp, words}));
  }
  s.curve("atomic.warp_curve", x, y,
          "additions per second, each warp on a line of its own, by the words its lanes share");
  s.value("atomic.single_lane", one_lane_updates_per_second(s, buffer),
          "integer additions per second without result, one lane of each warp, all at one word");
}

void floats(Session& s) {
  const Buffer buffer(most_words * sizeof(double));
  const Spread one{Keys::uniform, 1}, many{Keys::uniform, 1U << 20}, line{Keys::consecutive, 1};
  s.value("atomic.f32_one", updates_per_second<Reduce<float>>(s, buffer, one),
          "FP32 additions per second, all at one address");
  s.value("atomic.f32_spread", updates_per_second<Reduce<float>>(s, buffer, many),
          "FP32 additions per second over 2^20 words, uniformly random");
  s.value("atomic.f64_one", updates_per_second<Reduce<double>>(s, buffer, one),
          "FP64 additions per second, all at one address");
  s.value("atomic.f64_spread", updates_per_second<Reduce<double>>(s, buffer, many),
          "FP64 additions per second over 2^20 words, uniformly random");
  s.value("atomic.consecutive", updates_per_second<Reduce<unsigned>>(s, buffer, line),
          "integer additions per second, the lanes of a warp at consecutive words");
}

const Registered global_atomics({"atomics",
                                 2.0,
                                 {{"atomic.reduce_curve", "1/s", "1"},
                                  {"atomic.fetch_curve", "1/s", "1"},
                                  {"atomic.warp_curve", "1/s", "1"},
                                  {"atomic.single_lane", "1/s"}},
                                 integers});
const Registered float_atomics({"atomics-float",
                                1.0,
                                {{"atomic.f32_one", "1/s"},
                                 {"atomic.f32_spread", "1/s"},
                                 {"atomic.f64_one", "1/s"},
                                 {"atomic.f64_spread", "1/s"},
                                 {"atomic.consecutive", "1/s"}},
                                floats});

}  // namespace
}  // namespace gpumodel::calibrate
