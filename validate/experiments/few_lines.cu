// What stores, and additions by atomics, to places in no order cost where these places are few
// lines of L2. Warps draw `units` places, `apart` bytes from each other, one for each `together`
// lanes, which lie `inner` bytes apart there. Prints JSON: nanoseconds of the chip for a store of a
// warp, by the clock of events, less what the launch takes without a store. Compiled by nvcc -O3
// -std=c++20 -arch=sm_90. With an argument launches some of them once, for a profiler to count.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <vector>

namespace {

constexpr int samples = 5, rounds = 32, full = 8, usual_threads = 256;  // full: blocks of an SM
constexpr long most_bytes = 64L << 20;
const char* comma = "";

void expect(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::fprintf(stderr, "few_lines: %s\n", cudaGetErrorString(result));
  std::exit(4);
}

struct Places {
  unsigned units, apart, together = 1, inner = 0;
  unsigned step = 0;  // 0: at random; else in order, so many units from one group to the next
};

__device__ unsigned scattered(unsigned x) {  // a number that looks random
  x = (x ^ x >> 16) * 0x7feb352dU;
  x = (x ^ x >> 15) * 0x846ca68bU;
  return x ^ x >> 16;
}

template <class T, bool adds>
__global__ void touch(char* to, Places at, int times) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  const unsigned inner = thread % at.together * at.inner;
  for (int round = 0; round < times; ++round) {
    const unsigned group = (thread + round * threads) / at.together;
    const unsigned unit =
        at.step ? group * at.step % at.units : __umulhi(scattered(group), at.units);
    T* place = reinterpret_cast<T*>(to + (unit * at.apart + inner));
    if constexpr (adds) {
      atomicAdd(place, T(1));
    } else {
      *place = T(round);
    }
  }
}

class Measured {
 public:
  explicit Measured(bool counted) : counted_(counted) {
    expect(cudaMalloc(&to_, most_bytes + 4096));
    expect(cudaMemset(to_, 0, most_bytes + 4096));
    expect(cudaEventCreate(&begin_));
    expect(cudaEventCreate(&end_));
    cudaDeviceProp device;
    expect(cudaGetDeviceProperties(&device, 0));
    sms_ = device.multiProcessorCount;
  }

  int sms() const { return sms_; }

  template <class T, bool adds>
  void measure(const char* what, Places at, int blocks = 0, int threads = usual_threads,
               int times = rounds) {
    if (blocks == 0) blocks = sms_ * full;
    std::printf("%s\n [\"%s\", %u, %u, %u, %u, %u, %d, %d, %d", comma, what, at.units, at.apart,
                at.together, at.inner, at.step, blocks, threads, times);
    comma = ",";
    if (counted_) {
      touch<T, adds><<<blocks, threads>>>(to_, at, times);
      expect(cudaDeviceSynchronize());
      std::printf("]");
      return;
    }
    const double all = median<T, adds>(at, blocks, threads, times);
    const double nothing = median<T, adds>(at, blocks, threads, 0);
    std::printf(", %.4f]", (all - nothing) * 1e6 / (double(blocks) * (threads / 32) * times));
  }

 private:
  template <class T, bool adds>
  double median(Places at, int blocks, int threads, int times) {
    std::vector<float> all(samples);
    touch<T, adds><<<blocks, threads>>>(to_, at, times);
    for (float& each : all) {
      expect(cudaEventRecord(begin_));
      touch<T, adds><<<blocks, threads>>>(to_, at, times);
      expect(cudaEventRecord(end_));
      expect(cudaEventSynchronize(end_));
      expect(cudaEventElapsedTime(&each, begin_, end_));
    }
    std::sort(all.begin(), all.end());
    return all[samples / 2];
  }
  bool counted_;
  int sms_ = 0;
  char* to_ = nullptr;
  cudaEvent_t begin_, end_;
};

constexpr std::initializer_list<unsigned> lines = {
    1,   2,   3,   4,   5,   6,   8,   10,  12,  14,   16,   20,   24,   28,   30,   31,   32,  33,
    34,  36,  40,  48,  56,  63,  64,  65,  72,  80,   96,   112,  127,  128,  129,  144,  160, 192,
    224, 256, 257, 320, 384, 448, 512, 640, 768, 1024, 1536, 2048, 3072, 4096, 8192, 16384};
constexpr std::initializer_list<unsigned> few_of_lines = {
    1, 2, 3, 4, 6, 8, 16, 24, 32, 33, 48, 64, 96, 128, 192, 256, 512, 1024, 8192};

void stores(Measured& m) {
  for (const unsigned n : lines) m.measure<float, false>("store 4", {n * 4, 32});
  for (const unsigned mb : {4, 8, 16, 20, 24, 28, 30, 32, 34, 36, 38, 40, 44, 48, 52, 56, 60, 64})
    m.measure<float, false>("store 4", {mb << 15, 32});
  for (const unsigned n : lines) m.measure<float, false>("store 4", {n, 128});
  for (const unsigned n : few_of_lines) m.measure<float, false>("store 4", {n * 32, 4});
  for (const unsigned n : few_of_lines) m.measure<double, false>("store 8", {n * 16, 8});
  for (const unsigned n : few_of_lines) m.measure<double, false>("store 8", {n * 4, 32});
  for (const unsigned n : few_of_lines) m.measure<char, false>("store 1", {n * 128, 1});
  for (const unsigned n : few_of_lines) m.measure<short, false>("store 2", {n * 64, 2});
  for (const unsigned n : few_of_lines) m.measure<float4, false>("store 16", {n * 8, 16});
  // Lanes side by side: on a word, in a sector, in a line.
  for (const unsigned together : {2, 4, 8, 16, 32})
    for (const unsigned n : few_of_lines)
      m.measure<float, false>("store 4", {n * 32, 4, together, 0});
  for (const unsigned n : lines) m.measure<float, false>("store 4", {n, 128, 32, 0});
  for (const unsigned n : lines) m.measure<float, false>("store 4", {n, 128, 32, 4});
  for (const unsigned n : few_of_lines) m.measure<float, false>("store 4", {n * 4, 32, 8, 4});
  for (const unsigned n : few_of_lines) m.measure<float, false>("store 4", {n * 2, 64, 16, 4});
  for (const unsigned n : few_of_lines) m.measure<float, false>("store 4", {n, 128, 8, 4});
  for (const unsigned n : few_of_lines) m.measure<float, false>("store 4", {n * 8, 16, 4, 4});
  // In order.
  for (const unsigned together : {1, 2, 8, 32})
    for (const unsigned n : few_of_lines)
      m.measure<float, false>("store 4", {n * 32 - 1, 4, together, 0, together == 1 ? 17U : 7U});
}

void part_of_chip(Measured& m) {
  for (const unsigned n : {1U, 8U, 32U, 33U, 256U, 4096U}) {
    for (const int blocks : {1, 2, 4, 8, 16, 33, 66, 132, 264, 528, 2112, 8448})
      m.measure<float, false>("store 4", {n * 4, 32}, blocks, usual_threads,
                              blocks > 1056 ? rounds * 1056 / blocks : rounds);
    for (const int blocks : {1, 8, 33, 132})
      m.measure<float, false>("store 4", {n, 128, 32, 4}, blocks);
    m.measure<float, false>("store 4", {n * 4, 32}, 132, 32);
    m.measure<float, false>("store 4", {n * 4, 32}, 132, 1024);
    m.measure<float, false>("store 4", {n * 4, 32}, 135168, 64, 1);
  }
}

template <class T>
void additions(Measured& m, const char* what) {
  constexpr unsigned size = sizeof(T), of_line = 128 / size;
  for (const unsigned words : {1, 2, 3, 4, 6, 8}) m.measure<T, true>(what, {words, size});
  for (const unsigned n : few_of_lines) m.measure<T, true>(what, {n * of_line, size});
  for (const unsigned n : few_of_lines) m.measure<T, true>(what, {n * 4, 32});
  for (const unsigned n : few_of_lines) m.measure<T, true>(what, {n, 128, 32, 0});
  for (const unsigned n : few_of_lines) m.measure<T, true>(what, {n, 128, 32 / (size / 4), size});
  for (const unsigned n : few_of_lines) m.measure<T, true>(what, {n * 4, 32, 32 / size, size});
  for (const unsigned n : few_of_lines) m.measure<T, true>(what, {n * of_line, size, 8, 0});
}

void selected(Measured& m) {
  for (const unsigned n : {1, 4, 16, 32, 33, 48, 64, 96, 128, 192, 256, 512, 4096})
    m.measure<float, false>("store 4", {n * 4, 32});
  for (const unsigned n : {1, 2, 4, 8, 32, 64}) m.measure<float, false>("store 4", {n, 128, 32, 0});
  for (const unsigned n : {1, 2, 4, 32, 64}) m.measure<float, false>("store 4", {n, 128, 32, 4});
  for (const unsigned n : {1, 32, 64, 256}) m.measure<unsigned, true>("add i32", {n * 4, 32});
  for (const unsigned n : {1, 32, 64, 256}) m.measure<float, true>("add f32", {n * 4, 32});
}

}  // namespace

int main(int arguments, char**) {
  Measured measured(arguments > 1);
  std::printf(
      "{\"sms\": %d, \"columns\": [\"what\", \"units\", \"apart\", \"together\", \"inner\", "
      "\"step\", \"blocks\", \"threads\", \"rounds\", \"ns\"], \"stores\": [",
      measured.sms());
  if (arguments > 1) {
    selected(measured);
  } else {
    stores(measured);
    part_of_chip(measured);
    additions<unsigned>(measured, "add i32");
    additions<float>(measured, "add f32");
    additions<double>(measured, "add f64");
  }
  std::printf("\n]}\n");
}
