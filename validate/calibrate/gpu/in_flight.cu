// Bandwidth by bytes in flight (Little's law with loaded latencies), by the number of SMs at work,
// and of scattered sectors. One loop for all: a warp makes some independent loads, waits for them
// all, and makes the next.
#include <algorithm>

#include "validate/calibrate/gpu/streams.cuh"

namespace gpumodel::calibrate {
namespace {

struct Work {
  const char* memory;
  long long mask;   // of the footprint in bytes, a power of two
  long long start;  // the run before ended there: nothing of it is met again soon
  int rounds;
  unsigned* never;
};

// Consecutive elements of a warp, rounds of a block after each other as in a grid-stride loop.
template <class T, int Independent>
__global__ void __launch_bounds__(1024) stream(Work work) {
  const long long threads = static_cast<long long>(gridDim.x) * blockDim.x;
  long long at = work.start + (blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x) *
                                  static_cast<long long>(sizeof(T));
  const long long step = threads * static_cast<long long>(sizeof(T));
  unsigned sum = 0;
#pragma unroll 1
  for (int round = 0; round < work.rounds; ++round) {
    T v[Independent];
#pragma unroll
    for (int i = 0; i < Independent; ++i) {
      v[i] = load_l2(reinterpret_cast<const T*>(work.memory + ((at + i * step) & work.mask)));
    }
#pragma unroll
    for (int i = 0; i < Independent; ++i) sum |= folded(v[i]);
    at += Independent * step + (sum == 0x12345678);  // the next round waits for this one
  }
  if (sum == 0x12345678) *work.never = sum;
}

struct Load {
  int sms, warps_per_sm, element_bytes, independent;
  double in_flight() const {
    return 32.0 * warps_per_sm * element_bytes * independent;  // per SM
  }
};

template <class T>
void (*kernel_of(int independent))(Work) {
  switch (independent) {
    case 1:
      return stream<T, 1>;
    case 2:
      return stream<T, 2>;
    case 4:
      return stream<T, 4>;
    default:
      return stream<T, 8>;
  }
}

class InFlight {
 public:
  InFlight(const Session& s, double footprint)
      : s_(s), buffer_(largest_power(footprint)), never_(1) {}

  // Bytes per second of all SMs at work. One block fills its SM: others land on other SMs.
  Sample bandwidth(const Load& load) {
    const auto kernel = load.element_bytes == 16 ? kernel_of<uint4>(load.independent)
                                                 : kernel_of<unsigned>(load.independent);
    const int blocks_per_sm = load.warps_per_sm > 32 ? 2 : 1;
    const int shared = s_.device().shared_bytes_per_block / blocks_per_sm - 2048;
    allow_shared(kernel, shared);
    const double bytes_per_round = load.in_flight() * load.sms;
    const double rounds =
        std::clamp(std::ceil((s_.quick() ? 60e-6 : 120e-6) * 4e12 / bytes_per_round), 24.0, 600.0);
    const auto run = [&](double n) {
      const Work work{buffer_.as<char>(), static_cast<long long>(buffer_.bytes()) - 1, position_,
                      static_cast<int>(n), never_.device()};
      position_ += static_cast<long long>(n * bytes_per_round);
      return event_seconds([&] {
        kernel<<<load.sms * blocks_per_sm, 32 * load.warps_per_sm / blocks_per_sm, shared>>>(work);
      });
    };
    return inverse(slope(s_.repeats(), rounds, 3 * rounds, run), bytes_per_round);
  }

 private:
  static std::size_t largest_power(double bytes) {
    std::size_t power = 1U << 20;
    while (2 * power <= affordable(bytes)) power *= 2;
    return power;
  }

  const Session& s_;
  Buffer buffer_;
  Answers<unsigned> never_;
  long long position_ = 0;
};

void add_curve(Session& s, const char* key, InFlight& memory, const std::string& where) {
  std::vector<double> x;
  std::vector<Sample> y;
  const auto add = [&](int warps, int independent) {
    const Load load{s.device().sms, warps, 4, independent};
    x.push_back(load.in_flight());
    y.push_back(memory.bandwidth(load));
  };
  for (const int warps : {1, 2, 4, 8, 12, 16, 24, 32, 48, 64}) add(warps, 1);
  for (const int independent : {2, 4, 8}) add(64, independent);
  s.curve(key, x, y,
          "bandwidth by bytes in flight per SM" + where +
              ": 1 to 64 warps of loads of 4 bytes, then 2 to 8 independent ones");
}

void from_dram(Session& s) {
  InFlight memory(s, 4 * GiB);
  add_curve(s, "dram.in_flight_curve_4b", memory, "");
}

void from_l2(Session& s) {
  InFlight memory(s, std::min(16 * MiB, s.device().l2_bytes / 3));
  add_curve(s, "l2.in_flight_curve_4b", memory, ", data in the L2");
}

void by_sms(Session& s, const char* key, double footprint, const char* where) {
  InFlight memory(s, footprint);
  std::vector<double> x;
  std::vector<Sample> y;
  const int all = s.device().sms;
  for (const int sms : {1, 2, 4, 8, 16, all / 4, all / 2, 3 * all / 4, all}) {
    if (!x.empty() && sms <= x.back()) continue;
    x.push_back(sms);
    y.push_back(memory.bandwidth({sms, 32, 16, 8}));
  }
  s.curve(key, x, y, std::string("bandwidth by the number of SMs that read ") + where);
}

void few_sms(Session& s) {
  by_sms(s, "sm.dram_curve", 4 * GiB, "from DRAM, 128 KiB in flight each");
  by_sms(s, "sm.l2_curve", std::min(16 * MiB, s.device().l2_bytes / 3),
         "from the L2, 128 KiB in flight each");
}

const Registered dram_in_flight(
    {"dram-in-flight", 2.0, {{"dram.in_flight_curve_4b", "B/s", "B"}}, from_dram});
const Registered l2_in_flight(
    {"l2-in-flight", 2.0, {{"l2.in_flight_curve_4b", "B/s", "B"}}, from_l2});
const Registered sm_share(
    {"few-sms", 1.0, {{"sm.dram_curve", "B/s", "1"}, {"sm.l2_curve", "B/s", "1"}}, few_sms});

}  // namespace
}  // namespace gpumodel::calibrate
