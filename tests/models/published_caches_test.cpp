// The machine model against published curves over the working set: latency of a pointer chase, and
// bandwidth of caches (tests/data/published/cache_curves.csv). Run it alone to see every point.
#include <gtest/gtest.h>

#include <cstdio>

#include "models/occupancy/sm_limits.hpp"
#include "tests/models/published.hpp"

namespace gpumodel::published {
namespace {

constexpr std::int64_t kib = 1024;

// SM cycles per load.
double chase(std::int64_t bytes, const Gpu& gpu) {
  const std::int64_t nodes = bytes / 64, rounds = std::max<std::int64_t>(1, nodes / 32);
  const std::int64_t laps = (1'000'000 + nodes - 1) / nodes;
  const double time =
      seconds(kernel_folder + "pointer-chase.yaml", {{"nodes", nodes}}, gpu, CacheStart::warm);
  return time * gpu.clock.known().si / static_cast<double>(32 * rounds * laps);
}

// GB/s.
double own(std::int64_t bytes, const Gpu& gpu) {
  const std::int64_t words = bytes / 8, laps = 100'000'000 / words + 2;
  const double time = seconds(kernel_folder + "cache-own.yaml",
                              {{"words", words}, {"sms", sms_of(gpu)}}, gpu, CacheStart::warm);
  return static_cast<double>(sms_of(gpu) * bytes * laps) / time / 1e9;
}

double shared(std::int64_t bytes, const Gpu& gpu) {
  constexpr std::int64_t each = 512 * kib, blocks = 100'000;
  const std::int64_t sets = bytes / each, started = (blocks + sets - 1) / sets * sets;
  const double time =
      seconds(kernel_folder + "cache-shared.yaml", {{"sets", sets}}, gpu, CacheStart::warm);
  return static_cast<double>(started * each) / time / 1e9;
}

// The smallest memory of the device that the set would fit into, were it empty.
const char* level(std::int64_t bytes, const Gpu& gpu) {
  if (bytes <= find_limits(gpu.compute_capability)->unified_l1) return "L1";
  return static_cast<double>(bytes) <= gpu.l2_capacity.known().si ? "L2" : "DRAM";
}

ErrorsByName compare_caches(const std::string& curve,
                            double (*predicted_of)(std::int64_t, const Gpu&)) {
  ErrorsByName errors;
  std::map<std::string, Gpu> gpus;
  for (const Row& row : rows("cache_curves.csv")) {
    if (row.at("curve") != curve) continue;
    const std::string& id = row.at("device");
    if (!gpus.contains(id)) gpus[id] = device(id);
    const Gpu& gpu = gpus[id];
    const std::int64_t bytes = std::stoll(row.at("kib")) * kib;
    const double measured = std::stod(row.at("value")), predicted = predicted_of(bytes, gpu);
    const double error = (curve == "chase" ? predicted / measured : measured / predicted) - 1.0;
    std::printf("%s %-9s %8s KiB %8.1f predicted %8.1f  %+6.1f %%\n", curve.c_str(), id.c_str(),
                row.at("kib").c_str(), measured, predicted, 100.0 * error);
    errors[id + " " + level(bytes, gpu)].add(error);
  }
  print(errors);
  return errors;
}

// The device files take the latencies of L1, L2 and DRAM from these curves: judged is where one
// goes over into the next, and what a wait adds. Known to be wrong:
//   - what is issued around the arithmetic takes time of its own; a bare chase has nothing but its
//     loads, whose issue is in the latency: L1 is a quarter too slow;
//   - L1 ends sooner than measured: where it is nearly full, loads miss;
//   - an L2 of two partitions is one latency, the near one (A100 and H100, from half of it on).
TEST(PublishedCaches, LatencyOfAPointerChase) {
  expect_within(compare_caches("chase", chase), {{"a100-40gb DRAM", 0.055},
                                                 {"a100-40gb L1", 0.255},
                                                 {"a100-40gb L2", 0.085},
                                                 {"a100-80gb DRAM", 0.055},
                                                 {"a100-80gb L1", 0.255},
                                                 {"a100-80gb L2", 0.090},
                                                 {"h100-pcie DRAM", 0.095},
                                                 {"h100-pcie L1", 0.235},
                                                 {"h100-pcie L2", 0.055},
                                                 {"v100-pcie DRAM", 0.020},
                                                 {"v100-pcie L1", 0.440},
                                                 {"v100-pcie L2", 0.050}});
}

// Only the L2 rate of the V100 comes from this curve. Known to be wrong:
//   - a set that L2 does not hold costs one fetch for all SMs, which drift apart in truth: the A100
//     is 13 % slower, and between what L2 holds and what it loses the model goes over too soon;
//   - up to 96 KiB waits and the path of L1 add up more than they do (8 warps, 10 to 50 %).
TEST(PublishedCaches, BandwidthOfASetReadByEverySm) {
  expect_within(compare_caches("own", own), {{"a100-80gb DRAM", 0.135},
                                             {"a100-80gb L1", 0.250},
                                             {"a100-80gb L2", 0.160},
                                             {"h100-pcie DRAM", 0.070},
                                             {"h100-pcie L1", 0.220},
                                             {"h100-pcie L2", 0.300},
                                             {"v100-pcie DRAM", 0.070},
                                             {"v100-pcie L1", 0.640},
                                             {"v100-pcie L2", 0.335}});
}

// The device files take the rate of L2 from these curves, those of the A100 and the GH200 that of
// DRAM too: judged is where L2 ends. Measured it does so gradually, half way at 33 of 40, 42 of 50
// and 50 of 60 MiB; the model, LRU in two thirds of it as counted on an H200, ends at 24, 29
// and 35.
TEST(PublishedCaches, BandwidthOfSetsSharedThroughL2) {
  expect_within(compare_caches("shared", shared), {{"a100-80gb DRAM", 0.045},
                                                   {"a100-80gb L2", 0.180},
                                                   {"gh200 DRAM", 0.010},
                                                   {"gh200 L2", 0.195},
                                                   {"h100-pcie DRAM", 0.040},
                                                   {"h100-pcie L2", 0.310}});
}

}  // namespace
}  // namespace gpumodel::published
