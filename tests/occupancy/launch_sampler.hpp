// Launches for comparing with an oracle: the same sequence everywhere, and spread so that every
// resource gets to limit often enough to be tested.
//
// Uniform random launches would nearly always be limited by registers or be impossible. So the rows
// of a capability are dealt in turn to strata, each favouring one limiter, plus one of free choice
// and one at the edges of the allocation units.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "models/occupancy/launch_resources.hpp"
#include "models/occupancy/sm_limits.hpp"

namespace gpumodel::test {

// SplitMix64 (Steele, Lea, Flood 2014). The distributions of <random> differ between libraries.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  // Both ends included.
  template <class Int>
  Int between(Int low, Int high) {
    return low + static_cast<Int>(bits() % static_cast<std::uint64_t>(high - low + 1));
  }

  bool one_in(int n) { return between(1, n) == 1; }

 private:
  std::uint64_t state_;
};

inline constexpr int no_preference = -1;

struct SampledLaunch {
  LaunchResources launch{};
  int carveout_percent = no_preference;  // the driver's form of launch.carveout
};

// The preference as the driver understands it: before 7.0 there are only three settings (Kepler) or
// one, and 0, 50 and 100 name them.
inline void prefer_carveout(SampledLaunch& row, const SmLimits& limits, int percent) {
  row.carveout_percent = percent;
  row.launch.carveout.reset();
  if (percent == no_preference) return;
  const bool named = limits.capability.major < 7;
  const std::size_t last = limits.carveouts.size() - 1;
  row.launch.carveout = named ? limits.carveouts[static_cast<std::size_t>(percent) * last / 100]
                              : carveout_from_percent(limits, percent);
}

class LaunchSampler {
 public:
  LaunchSampler(const SmLimits& limits, std::uint64_t seed)
      : limits_(limits),
        random_(seed ^ static_cast<std::uint64_t>(limits.capability.major * 100 +
                                                  limits.capability.minor)) {}

  SampledLaunch next() {
    SampledLaunch row;
    row.launch.shared_memory_opt_in = !random_.one_in(4);
    row.launch.halved_caching = random_.one_in(8);
    switch (turn_++ % 8) {
      case 0:
        free_choice(row);
        break;
      case 1:
        warps(row);
        break;
      case 2:
        block_slots(row);
        break;
      case 3:
        registers(row);
        break;
      case 4:
        shared_memory(row);
        break;
      case 5:
        barriers(row);
        break;
      case 6:
        carveouts(row);
        break;
      default:
        edges(row);
        break;
    }
    avoid_exceptions(row.launch);
    return row;
  }

 private:
  int threads_of(int fewest_warps, int most_warps) {
    const int warps = random_.between(fewest_warps, most_warps);
    return random_.one_in(2) ? 32 * warps : random_.between(32 * warps - 31, 32 * warps);
  }

  void split(LaunchResources& launch, std::int64_t bytes) {
    launch.static_shared_memory =
        random_.one_in(3) ? 0 : random_.between<std::int64_t>(0, std::min(bytes, 48 * kibibyte));
    launch.dynamic_shared_memory = bytes - launch.static_shared_memory;
  }

  std::int64_t most_bytes() const { return limits_.max_shared_memory_per_block_opt_in; }

  void any_preference(SampledLaunch& row) {
    const bool named = limits_.capability.major < 7;
    const int percent = named ? 50 * random_.between(0, 2) : random_.between(0, 100);
    prefer_carveout(row, limits_, random_.one_in(3) ? no_preference : percent);
  }

  // Also launches that cannot run.
  void free_choice(SampledLaunch& row) {
    row.launch.threads = random_.between(1, 1100);
    row.launch.registers_per_thread = random_.between(0, random_.one_in(4) ? 300 : 128);
    split(row.launch, random_.between<std::int64_t>(0, most_bytes() + most_bytes() / 8));
    row.launch.barriers = random_.between(0, 16);
    any_preference(row);
  }

  void warps(SampledLaunch& row) {
    row.launch.threads = threads_of(limits_.max_warps / limits_.max_blocks + 1, 32);
    row.launch.registers_per_thread = random_.between(0, 28);
    split(row.launch, random_.between<std::int64_t>(0, 1536));
  }

  // Without barriers too: from 11.0 on an SM has no more of them than block slots.
  void block_slots(SampledLaunch& row) {
    row.launch.barriers = random_.one_in(4) ? 1 : 0;
    row.launch.threads = threads_of(1, std::max(1, limits_.max_warps / limits_.max_blocks - 1));
    row.launch.registers_per_thread = random_.between(0, 40);
    split(row.launch, random_.between<std::int64_t>(0, 1024));
  }

  void registers(SampledLaunch& row) {
    row.launch.threads = threads_of(1, 16);
    row.launch.registers_per_thread = random_.between(40, limits_.max_registers_per_thread);
    split(row.launch, random_.between<std::int64_t>(0, 1536));
    if (random_.one_in(4)) any_preference(row);
  }

  void shared_memory(SampledLaunch& row) {
    row.launch.threads = threads_of(1, 8);
    row.launch.registers_per_thread = random_.between(0, 48);
    split(row.launch, random_.between<std::int64_t>(limits_.shared_memory / 24, most_bytes()));
    if (random_.one_in(4)) any_preference(row);
  }

  void barriers(SampledLaunch& row) {
    row.launch.threads = threads_of(1, 4);
    row.launch.registers_per_thread = random_.between(0, 40);
    split(row.launch, random_.between<std::int64_t>(0, 1024));
    row.launch.barriers = random_.between(2, 16);
  }

  void carveouts(SampledLaunch& row) {
    row.launch.threads = threads_of(1, 12);
    row.launch.registers_per_thread = random_.between(0, 64);
    split(row.launch, random_.between<std::int64_t>(0, most_bytes() / random_.between(1, 16)));
    any_preference(row);
  }

  // One below, at and one above the points where rounding changes the answer.
  void edges(SampledLaunch& row) {
    const auto nudge = [this] { return random_.between(-1, 1); };
    row.launch.threads = std::max(1, 32 * random_.between(0, 32) + nudge());
    row.launch.registers_per_thread = std::max(0, 8 * random_.between(0, 32) + nudge());
    const std::int64_t share = limits_.shared_memory / random_.between(1, limits_.max_blocks);
    split(row.launch, std::max<std::int64_t>(
                          0, share / limits_.shared_memory_unit * limits_.shared_memory_unit -
                                 limits_.reserved_shared_memory_per_block + nudge()));
    if (random_.one_in(2)) any_preference(row);
  }

  // Where the guide is followed instead of the header; these have a test of their own.
  void avoid_exceptions(LaunchResources& launch) const {
    if (launch.registers_per_thread == 256) launch.registers_per_thread = 255;
    if (limits_.capability == ComputeCapability{3, 0} && launch.registers_per_thread <= 255)
      launch.registers_per_thread = std::min(launch.registers_per_thread, 63);
  }

  const SmLimits& limits_;
  Random random_;
  std::size_t turn_ = 0;
};

}  // namespace gpumodel::test
