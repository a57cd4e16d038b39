// Unloaded latencies of loads and atomics, by pointer chases.
#include <algorithm>

#include "validate/calibrate/gpu/chase.cuh"

namespace gpumodel::calibrate {
namespace {

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

}  // namespace
}  // namespace gpumodel::calibrate
