// Atomic additions in shared memory: cycles of one SM per warp instruction, by the number of words
// they are spread over.
#include "validate/calibrate/gpu/keys.cuh"
#include "validate/calibrate/gpu/one_block.cuh"

namespace gpumodel::calibrate {
namespace {

constexpr int threads = 1024;
constexpr int most_words = 4096;
constexpr int keys_per_thread = 16;

// The language's own atomicAdd: where the hardware has no such instruction it is a loop, and that
// is what programs pay.
template <class T>
__global__ void __launch_bounds__(threads)
    updates(int iterations, unsigned mask, long long* cycles) {
  extern __shared__ double storage[];
  T* const words = reinterpret_cast<T*>(storage);
  for (int i = static_cast<int>(threadIdx.x); i < most_words; i += threads) words[i] = T(0);
  unsigned word[keys_per_thread];
#pragma unroll
  for (int k = 0; k < keys_per_thread; ++k) {
    word[k] = uniform_key(1, static_cast<unsigned>(k) * threads + threadIdx.x) & mask;
  }
  time_block(cycles, [&] {
#pragma unroll 1
    for (int i = 0; i < iterations; ++i) {
#pragma unroll
      for (int k = 0; k < keys_per_thread; ++k) atomicAdd(words + word[k], T(1));
    }
  });
  if (words[threadIdx.x] == T(-7)) *cycles = 0;
}

template <class T>
Sample cycles_per_warp(const Session& s, unsigned words) {
  const int shared = most_words * static_cast<int>(sizeof(T));
  allow_shared(updates<T>, shared);
  const Sample cycles = block_cycles(s, 2, 8, [=](int n, long long* answer) {
    updates<T><<<1, threads, shared>>>(n, words - 1, answer);
  });
  return scaled(cycles, 1.0 / (keys_per_thread * (threads / 32)));
}

template <class T>
void add_curve(Session& s, const char* key, const char* note) {
  std::vector<double> x;
  std::vector<Sample> y;
  for (const unsigned words : {1U, 2U, 8U, 32U, 64U, 256U, 1024U, 4096U}) {
    x.push_back(words);
    y.push_back(cycles_per_warp<T>(s, words));
  }
  s.curve(key, x, y, note);
}

void measure(Session& s) {
  add_curve<unsigned>(s, "atomic.shared_curve",
                      "cycles per warp of 32-bit integer additions, by words, uniformly random");
  add_curve<float>(s, "atomic.shared_f32_curve",
                   "cycles per warp of FP32 additions, by words, uniformly random");
  add_curve<double>(s, "atomic.shared_f64_curve",
                    "cycles per warp of FP64 additions, by words, uniformly random");
}

const Registered shared_atomics({"shared-atomics",
                                 0.5,
                                 {{"atomic.shared_curve", "cycle", "1"},
                                  {"atomic.shared_f32_curve", "cycle", "1"},
                                  {"atomic.shared_f64_curve", "cycle", "1"}},
                                 measure});

}  // namespace
}  // namespace gpumodel::calibrate
