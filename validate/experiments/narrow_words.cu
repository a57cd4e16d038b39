// What loads of words of 1 to 8 B take an SM where some of them miss in L1. Each warp walks through
// rows, of one sector where its lanes all load one word ("one"), of 32 words where they load words
// in a row ("row"), of 32 lines where each lane loads from its own ("lines"). Of every
// `loads_of_row` loads the first comes to a new row; the others load it again (`beside`: "same") or
// what L1 has had for long ("resident"). Rows are those of the warp alone, or of all warps of its
// block ("shared"). `at_once` loads go out before the first is waited for. Prints JSON: cycles of
// an SM for a load of a warp, the median of blocks. With an argument: each of the `counted` once,
// for a profiler. Compiled by nvcc -O3 -std=c++20 -arch=sm_90.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

namespace {

constexpr int loads_of_warp = 4096, same_pointers = 8, sector = 32, line = 128;
constexpr unsigned resident_bytes = 512, warps_apart = 128;

void expect(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::fprintf(stderr, "narrow_words: %s\n", cudaGetErrorString(result));
  std::exit(4);
}

// All the same, which the compiler does not know: it must not load a word once for two loads.
struct Pointers {
  const char* of[same_pointers];
};

struct Walk {
  Pointers data;      // holds 0
  unsigned mask = 0;  // of the bytes that all warps walk through; of one warp where L1 has all
  unsigned step = 0;  // bytes from the rows of one round to those of the next
  unsigned salt = 0;  // other places each time
  bool in_l1 = false;
};

enum class Lanes { one, row, lines };
enum class Beside { same, resident, shared };

template <class T, Lanes lanes>
constexpr int apart = lanes == Lanes::one   ? 0
                      : lanes == Lanes::row ? int(sizeof(T))
                                            : line;
template <class T, Lanes lanes>
constexpr int row_bytes = lanes == Lanes::one ? sector : 32 * apart<T, lanes>;

__device__ unsigned scattered(unsigned x) {  // a number that looks random
  x = (x ^ x >> 16) * 0x7feb352dU;
  x = (x ^ x >> 15) * 0x846ca68bU;
  return x ^ x >> 16;
}

template <class T>
__device__ unsigned loaded(const char* from) {
  if constexpr (sizeof(T) == 8) {
    unsigned low, high;
    asm volatile("ld.global.ca.v2.u32 {%0, %1}, [%2];" : "=r"(low), "=r"(high) : "l"(from));
    return low ^ high;
  } else if constexpr (sizeof(T) == 4) {
    unsigned value;
    asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(value) : "l"(from));
    return value;
  } else if constexpr (sizeof(T) == 2) {
    unsigned value;
    asm volatile("{.reg .u16 v; ld.global.ca.u16 v, [%1]; cvt.u32.u16 %0, v;}"
                 : "=r"(value)
                 : "l"(from));
    return value;
  } else {
    unsigned value;
    asm volatile("ld.global.ca.u8 %0, [%1];" : "=r"(value) : "l"(from));
    return value;
  }
}

// The places of load `k` of a round, all but the pointer known when this is compiled.
template <class T, Lanes lanes, Beside beside, int of_row, int k>
__device__ unsigned load(const Walk& walk, unsigned at, unsigned resident_at) {
  constexpr int nth = k % of_row, in_sector = sector / sizeof(T);
  constexpr bool in_row = lanes == Lanes::row, known = beside == Beside::resident && nth > 0;
  constexpr int again = in_row ? nth : nth / in_sector;
  constexpr int place = in_row ? 0 : nth % in_sector * sizeof(T);
  if constexpr (known)
    return loaded<T>(walk.data.of[(again + k / of_row) % same_pointers] + resident_at + place);
  return loaded<T>(walk.data.of[again % same_pointers] + at + k / of_row * row_bytes<T, lanes> +
                   place);
}

template <class T, Lanes lanes, Beside beside, int of_row, int first, int... k>
__device__ unsigned batch(const Walk& walk, unsigned at, unsigned resident_at,
                          std::integer_sequence<int, k...>) {
  const unsigned all[] = {load<T, lanes, beside, of_row, first + k>(walk, at, resident_at)...};
  unsigned sum = 0;
  for (const unsigned one : all) sum ^= one;
  return sum;
}

template <class T, Lanes lanes, Beside beside, int of_row, int at_once>
__global__ void __launch_bounds__(1024, sizeof(T) == 8 ? 1 : 2)
    walk(Walk walk, unsigned* out, long long* cycles) {
  constexpr int all = of_row > at_once ? of_row : at_once;
  const unsigned warp =
      beside == Beside::shared ? blockIdx.x : (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const unsigned lane = threadIdx.x % 32 * apart<T, lanes>;
  const unsigned own = warp % warps_apart * resident_bytes;
  const unsigned base = (walk.in_l1 ? own : 0) + lane;
  unsigned resident_at = own + lane, at = 0, sum = 0;
  if (!walk.in_l1) at = scattered(warp ^ walk.salt) & walk.mask & ~127U;
  __syncthreads();
  const long long begin = clock64();
  for (int round = 0; round < loads_of_warp / all; ++round) {
    const auto go = [&]<int... b>(std::integer_sequence<int, b...>) {
      ((sum = batch<T, lanes, beside, of_row, b * at_once>(
            walk, base + at + sum, resident_at + sum, std::make_integer_sequence<int, at_once>{})),
       ...);
    };
    go(std::make_integer_sequence<int, all / at_once>{});
    at = (at + walk.step) & walk.mask;
  }
  __syncthreads();
  if (threadIdx.x == 0) cycles[blockIdx.x] = clock64() - begin;
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

enum class From { l1, l2, dram };
constexpr const char *names[] = {"l1", "l2", "dram"}, *lanes_of[] = {"one", "row", "lines"},
                     *besides[] = {"same", "resident", "shared"};
constexpr unsigned bytes_of[] = {resident_bytes, 16U << 20, 2U << 30};

class Measured {
 public:
  explicit Measured(int sms) : sms_(sms) {
    char* data;
    const std::size_t bytes = std::size_t(bytes_of[2]) + (1U << 20);
    expect(cudaMalloc(&data, bytes));
    expect(cudaMemset(data, 0, bytes));
    for (const char*& one : walk_.data.of) one = data;
    expect(cudaMalloc(&out_, sizeof(unsigned) * 2048 * sms));
    expect(cudaMalloc(&cycles_, sizeof(long long) * 2 * sms));
  }

  // Rows so many bytes from each other, or side by side.
  template <class T, Lanes lanes, Beside beside, int of_row, int at_once>
  void point(int warps, From from, unsigned step = row_bytes<T, lanes>) {
    constexpr int rows = std::max(1, at_once / of_row);
    const int blocks = warps > 32 ? 2 * sms_ : sms_;
    const int threads = std::min(warps, 32) * 32;
    walk_.mask = bytes_of[int(from)] - 1;
    walk_.step = rows * step;
    walk_.in_l1 = from == From::l1;
    for (int again = 0; again < (counted ? 1 : 3); ++again) {
      walk_.salt += 0x10001U;
      walk<T, lanes, beside, of_row, at_once><<<blocks, threads>>>(walk_, out_, cycles_);
    }
    std::vector<long long> each(blocks);
    expect(cudaMemcpy(each.data(), cycles_, sizeof(long long) * blocks, cudaMemcpyDefault));
    std::ranges::nth_element(each, each.begin() + blocks / 2);
    std::printf(
        "%s\n {\"word\": %d, \"lanes\": \"%s\", \"beside\": \"%s\", \"loads_of_row\": %d, "
        "\"at_once\": %d, \"warps\": %d, \"from\": \"%s\", \"apart\": %u, \"cycles_of_load\": "
        "%.3f}",
        comma_, int(sizeof(T)), lanes_of[int(lanes)], besides[int(beside)], of_row, at_once, warps,
        names[int(from)], step, double(each[blocks / 2]) / (double(warps) * loads_of_warp));
    comma_ = ",";
  }

  bool counted = false;

 private:
  const char* comma_ = "";
  int sms_;
  Walk walk_;
  unsigned* out_ = nullptr;
  long long* cycles_ = nullptr;
};

template <class T>
void one_word(Measured& m) {
  const auto loads = [&]<int of_row>() {
    m.point<T, Lanes::one, Beside::same, of_row, 2>(32, From::l2);
    m.point<T, Lanes::one, Beside::same, of_row, 4>(32, From::l2);
    m.point<T, Lanes::one, Beside::same, of_row, 8>(32, From::l2);
    m.point<T, Lanes::one, Beside::same, of_row, 16>(32, From::l2);
  };
  const auto warps = [&]<int of_row>() {
    for (const int some : {4, 8, 16, 64}) {
      if (some > 32 && sizeof(T) == 8) continue;  // no registers
      m.point<T, Lanes::one, Beside::same, of_row, 4>(some, From::l2);
      m.point<T, Lanes::one, Beside::same, of_row, 16>(some, From::l2);
    }
  };
  const auto further = [&]<int of_row>() {
    m.point<T, Lanes::one, Beside::same, of_row, 4>(32, From::dram);
    m.point<T, Lanes::one, Beside::same, of_row, 16>(32, From::dram);
  };
  const auto beside = [&]<int of_row>() {
    for (const From from : {From::l2, From::dram}) {
      m.point<T, Lanes::one, Beside::resident, of_row, 4>(32, from);
      m.point<T, Lanes::one, Beside::resident, of_row, 16>(32, from);
    }
  };
  m.point<T, Lanes::one, Beside::same, 16, 4>(32, From::l1);
  m.point<T, Lanes::one, Beside::same, 16, 16>(32, From::l1);
  loads.template operator()<1>();
  loads.template operator()<2>();
  loads.template operator()<4>();
  loads.template operator()<8>();
  loads.template operator()<16>();
  loads.template operator()<32>();
  warps.template operator()<8>();
  warps.template operator()<16>();
  further.template operator()<4>();
  further.template operator()<8>();
  further.template operator()<16>();
  further.template operator()<32>();
  beside.template operator()<4>();
  beside.template operator()<8>();
  beside.template operator()<16>();
  beside.template operator()<32>();
  m.point<T, Lanes::one, Beside::same, 16, 16>(32, From::l2, 128);
  m.point<T, Lanes::one, Beside::same, 32, 16>(32, From::l2, 128);
}

template <class T>
void words_in_row(Measured& m) {
  const auto loads = [&]<int of_row>() {
    m.point<T, Lanes::row, Beside::same, of_row, 4>(32, From::l2);
    m.point<T, Lanes::row, Beside::same, of_row, 8>(32, From::l2);
    m.point<T, Lanes::row, Beside::same, of_row, 16>(32, From::l2);
    m.point<T, Lanes::row, Beside::same, of_row, 16>(32, From::dram);
  };
  m.point<T, Lanes::row, Beside::same, 8, 4>(32, From::l1);
  m.point<T, Lanes::row, Beside::same, 8, 16>(32, From::l1);
  loads.template operator()<1>();
  loads.template operator()<2>();
  loads.template operator()<4>();
  loads.template operator()<8>();
  const auto shared = [&]<int of_row>() {
    m.point<T, Lanes::row, Beside::shared, of_row, 4>(32, From::l2);
    m.point<T, Lanes::row, Beside::shared, of_row, 8>(32, From::l2);
    m.point<T, Lanes::row, Beside::shared, of_row, 16>(32, From::l2);
    m.point<T, Lanes::row, Beside::shared, of_row, 8>(8, From::l2);
    m.point<T, Lanes::row, Beside::shared, of_row, 8>(8, From::dram);
  };
  shared.template operator()<1>();
  shared.template operator()<4>();
  m.point<T, Lanes::lines, Beside::same, 8, 8>(32, From::l1);
  m.point<T, Lanes::lines, Beside::same, 8, 8>(32, From::l2);
  m.point<T, Lanes::lines, Beside::same, 16, 4>(32, From::l2);
  m.point<T, Lanes::row, Beside::resident, 4, 16>(32, From::l2);
  m.point<T, Lanes::row, Beside::resident, 8, 16>(32, From::l2);
}

void counted(Measured& m) {
  m.counted = true;
  m.point<std::uint16_t, Lanes::one, Beside::same, 16, 16>(32, From::l1);
  m.point<std::uint16_t, Lanes::one, Beside::same, 16, 16>(32, From::l2);
  m.point<std::uint32_t, Lanes::one, Beside::same, 16, 16>(32, From::l2);
  m.point<std::uint32_t, Lanes::one, Beside::same, 8, 16>(32, From::l2);
  m.point<std::uint16_t, Lanes::one, Beside::resident, 16, 16>(32, From::l2);
  m.point<std::uint16_t, Lanes::one, Beside::same, 16, 4>(32, From::l2);
  m.point<std::uint16_t, Lanes::row, Beside::same, 4, 16>(32, From::l2);
  m.point<std::uint32_t, Lanes::row, Beside::same, 4, 16>(32, From::l2);
  m.point<std::uint16_t, Lanes::row, Beside::shared, 1, 8>(32, From::l2);
  m.point<std::uint32_t, Lanes::row, Beside::shared, 1, 8>(32, From::l2);
}

}  // namespace

int main(int arguments, char**) {
  cudaDeviceProp device;
  expect(cudaGetDeviceProperties(&device, 0));
  Measured measured(device.multiProcessorCount);
  std::printf("{\"device\": \"%s\", \"points\": [", device.name);
  if (arguments > 1) {
    counted(measured);
  } else {
    one_word<std::uint8_t>(measured);
    one_word<std::uint16_t>(measured);
    one_word<std::uint32_t>(measured);
    one_word<std::uint64_t>(measured);
    words_in_row<std::uint8_t>(measured);
    words_in_row<std::uint16_t>(measured);
    words_in_row<std::uint32_t>(measured);
    words_in_row<std::uint64_t>(measured);
  }
  std::printf("\n]}\n");
}
