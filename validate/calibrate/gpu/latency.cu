// Unloaded latencies of loads and atomics, by pointer chases.
#include <algorithm>

#include "validate/calibrate/gpu/chase.cuh"

namespace gpumodel::calibrate {
namespace {

// --- by footprint --------------------------------------------------------------------------------

const std::vector<double> footprints = {
    16 * KiB,  64 * KiB,  128 * KiB, 160 * KiB, 176 * KiB, 192 * KiB, 208 * KiB, 224 * KiB,
    240 * KiB, 256 * KiB, 512 * KiB, 2 * MiB,   8 * MiB,   16 * MiB,  24 * MiB,  28 * MiB,
    32 * MiB,  40 * MiB,  48 * MiB,  56 * MiB,  64 * MiB,  80 * MiB,  96 * MiB,  128 * MiB,
    192 * MiB, 256 * MiB, 512 * MiB, 1 * GiB,   2 * GiB,   4 * GiB,   8 * GiB,   16 * GiB};

// The chasing SM has read all lines before, as far as that takes no longer than the chase.
Sample load_latency(const Session& s, const Buffer& buffer, double bytes) {
  link_lines(buffer, bytes);
  Chase chase{Way::l1, bytes, 4096, 0, 0};
  chase.warm_passes = bytes <= MiB ? 4 : bytes <= 256 * MiB ? 2 : 0;
  return chase_latency(s, buffer, chase);
}

void by_footprint(Session& s) {
  const Buffer buffer(affordable(footprints.back()));
  std::vector<double> x;
  std::vector<Sample> cycles;
  for (const double bytes : footprints) {
    if (bytes > static_cast<double>(buffer.bytes())) break;
    x.push_back(bytes);
    cycles.push_back(load_latency(s, buffer, bytes));
  }
  s.curve("latency.load_by_footprint", x, cycles,
          "one thread follows a random cycle of lines; all are read before up to 256 MiB");
  // L1 ends where half of the loads miss it.
  const double half = 0.5 * (cycles.front().value + cycles[10].value);
  const auto beyond =
      std::find_if(cycles.begin(), cycles.end(), [&](const Sample& c) { return c.value > half; });
  const auto at = static_cast<std::size_t>(beyond - cycles.begin());
  s.value("l1.capacity", {x[at > 0 ? at - 1 : 0], 0.04, 1},
          "largest footprint whose loads mostly hit, no shared memory in use");
}

const Registered footprint_curve({"latency-by-footprint",
                                  3.0,
                                  {{"latency.load_by_footprint", "cycle", "B"},
                                   {"l1.capacity", "B"}},
                                  by_footprint});

// --- single levels -------------------------------------------------------------------------------

void caches(Session& s) {
  const Buffer buffer(affordable(64 * MiB));
  link_lines(buffer, 32 * KiB);
  s.value("l1.latency", chase_latency(s, buffer, {Way::l1, 32 * KiB, 8192, 0, 4}),
          "random cycle of lines in 32 KiB");
  link_lines(buffer, 2 * MiB);
  std::vector<double> by_sm;
  const int sms = s.device().sms;
  for (int i = 0; i < (s.quick() ? 4 : 12); ++i) {
    const Chase chase{Way::l2, 2 * MiB, 8192, i * sms / 12, 1};
    by_sm.push_back(chase_latency(s, buffer, chase).value);
  }
  s.value("l2.latency", sample_of(by_sm),
          "random cycle of lines in 2 MiB that the SM has read before; median of several SMs");
  s.value("atomic.latency", chase_latency(s, buffer, {Way::atomic, 2 * MiB, 4096, 0, 1}),
          "a returning 64-bit addition in the L2, each address from the one before");
}

const Registered cache_latency(
    {"cache-latency",
     1.0,
     {{"l1.latency", "cycle"}, {"l2.latency", "cycle"}, {"atomic.latency", "cycle"}},
     caches});

void dram(Session& s) {
  const double bytes = std::min(128 * MiB, static_cast<double>(affordable(128 * MiB)));
  const Buffer buffer(static_cast<std::size_t>(bytes));
  link_lines(buffer, bytes);
  const CacheFlush flush(s.device());
  unsigned start = 0;
  const Sample cycles = slope(s.repeats(), 1024, 4096, [&](double n) {
    flush();
    return chase_cycles(s, buffer, {Way::l2, bytes, static_cast<int>(n), 0, 0}, ++start);
  });
  s.value("dram.latency", cycles, "random cycle of lines in 128 MiB, none of them in the L2");
}

const Registered dram_latency({"dram-latency", 1.0, {{"dram.latency", "cycle"}}, dram});

// --- the far part of the L2 ----------------------------------------------------------------------

constexpr int probes = 2048;

__global__ void touch_all(const char* memory, unsigned lines) {
  for (unsigned line = blockIdx.x * blockDim.x + threadIdx.x; line < lines;
       line += gridDim.x * blockDim.x) {
    if (__ldcg(reinterpret_cast<const unsigned long long*>(
            memory + static_cast<unsigned long long>(line) * line_bytes)) == 1) {
      __trap();
    }
  }
}

// Each step by itself, in cycles that include reading the clock.
__global__ void time_steps(unsigned long long at, int sm_block, unsigned* cycles) {
  if (static_cast<int>(blockIdx.x) != sm_block || threadIdx.x != 0) return;
  __shared__ unsigned taken[probes];
  for (int i = 0; i < probes; ++i) {
    const long long begin = clock64();
    asm volatile("ld.global.cg.u64 %0,[%0];" : "+l"(at)::"memory");
    if (at == 1) __trap();  // waits for the address
    taken[i] = static_cast<unsigned>(clock64() - begin);
  }
  for (int i = 0; i < probes; ++i) cycles[i] = taken[i];
}

// What a line costs that another SM brought in: some lie in the far part. The slower mode of the
// first touches against the second touches of the same lines, whose copies are near.
void far_part(Session& s) {
  constexpr double bytes = 16 * MiB;
  const Buffer buffer(static_cast<std::size_t>(bytes));
  Answers<unsigned> answers(probes);
  link_lines(buffer, bytes);
  const CacheFlush flush(s.device());
  std::vector<double> far, mean;
  const int sms = s.device().sms;
  const double near = chase_latency(s, buffer, {Way::l2, bytes, 1024, 0, 1}).value;
  for (int i = 0; i < (s.quick() ? 4 : 12); ++i) {
    flush();
    touch_all<<<sms, 1024>>>(buffer.as<char>(), static_cast<unsigned>(bytes / line_bytes));
    const auto first = reinterpret_cast<unsigned long long>(buffer.as<char>());
    std::vector<unsigned> cycles[2];
    for (std::vector<unsigned>& pass : cycles) {
      time_steps<<<sms, 32>>>(first, i * sms / 12, answers.device());
      check(cudaGetLastError());
      pass = answers.read();
      std::sort(pass.begin(), pass.end());
    }
    // Reading the clock costs the same in both passes.
    const double clock_cost = cycles[1][probes / 2] - near;
    far.push_back(cycles[0][probes * 9 / 10] - clock_cost);
    double sum = 0.0;
    for (const unsigned c : cycles[0]) sum += c;
    mean.push_back(sum / probes - clock_cost);
  }
  s.value("l2.far_latency", sample_of(far),
          "first touch of a line that another SM brought in, slowest tenth; 12 SMs");
  s.value("l2.first_latency", sample_of(mean),
          "first touch of a line that another SM brought in, mean of near and far; 12 SMs");
}

const Registered far_latency({"l2-far-latency",
                              1.0,
                              {{"l2.far_latency", "cycle"}, {"l2.first_latency", "cycle"}},
                              far_part});

}  // namespace
}  // namespace gpumodel::calibrate
