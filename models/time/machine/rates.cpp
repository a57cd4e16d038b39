#include "models/time/machine/rates.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "models/access/lanes.hpp"
#include "models/access/memory_rules.hpp"

namespace gpumodel {
namespace {

Rate rate_of(const SourcedValue& value, double factor = 1.0) {
  if (!value.is_known()) throw UnknownInput{value.source.key};
  return {value.si, value.source.factor * factor, &value.source};
}
Rate rate_of(const SourcedCurve& curve, double x) {
  return {curve.at(x), curve.source.factor, &curve.source};
}
Rate scaled(Rate rate, double by, double factor = 1.0) {
  return {rate.value * by, rate.factor * factor, rate.source};
}

Rate seconds_of(const Gpu& gpu, const SourcedValue& cycles, double add = 0.0, double factor = 1.0) {
  const Rate rate = rate_of(cycles, factor);
  return {(rate.value + add) / sm_clock(gpu).value, rate.factor, rate.source};
}

// The wait at the least load: a curve of bandwidth over bytes in flight per SM begins with it.
Rate first_wait(const Gpu& gpu, const SourcedCurve& in_flight) {
  const CurvePoint& first = in_flight.points.front();
  return {gpu.sms.known().si * first.x / first.y, in_flight.source.factor, &in_flight.source};
}

// Instructions between two loads that wait for each other: address, comparison, jump. 20 to 40
// cycles on an H200 (its in-flight curves against its pointer chase).
constexpr double around_a_wait = 30.0;

}  // namespace

Estimate<Seconds> time_at_rate(double amount, const Rate& rate) {
  if (amount <= 0.0) return {};
  const double t = amount / rate.value;
  return {Seconds{t}, Seconds{t / rate.factor}, Seconds{t * rate.factor}};
}
Estimate<Seconds> time_at_cost(double count, const Rate& each) {
  if (count <= 0.0) return {};
  const double t = count * each.value;
  return {Seconds{t}, Seconds{t / each.factor}, Seconds{t * each.factor}};
}

Rate sm_clock(const Gpu& gpu) {
  return rate_of(gpu.clock);
}

Rate dispatch_interval(const Gpu& gpu, double threads) {
  const LaunchParameters& launch = gpu.machine.launch;
  return launch.interval_by_threads.is_known() ? rate_of(launch.interval_by_threads, threads)
                                               : rate_of(launch.block_interval);
}

Rate block_overhead(const Gpu& gpu, double threads) {
  const BlockLives& lives = gpu.machine.block;
  return lives.empty.is_known() ? rate_of(lives.empty, threads) : rate_of(lives.life);
}

Rate l1_wait(const Gpu& gpu) {
  return seconds_of(gpu, gpu.l1_latency, around_a_wait);
}
Rate l2_wait(const Gpu& gpu) {
  const SourcedCurve& curve = gpu.machine.memory.l2_in_flight_4b;
  return curve.is_known() ? first_wait(gpu, curve)
                          : seconds_of(gpu, gpu.l2_latency, around_a_wait, 1.15);
}
Rate dram_wait(const Gpu& gpu) {
  const SourcedCurve& curve = gpu.machine.memory.dram_in_flight_4b;
  return curve.is_known() ? first_wait(gpu, curve)
                          : seconds_of(gpu, gpu.dram_latency, around_a_wait, 1.15);
}
Rate shared_wait(const Gpu& gpu) {
  return seconds_of(gpu, gpu.shared_latency, around_a_wait / 3.0);
}
// 12.6 cycles and half a cycle per warp on an H200 stand in.
Rate barrier_wait(const Gpu& gpu, double threads) {
  const SourcedCurve& curve = gpu.machine.lsu.barrier;
  const Rate clock = sm_clock(gpu);
  if (curve.is_known())
    return {curve.at(threads) / clock.value, curve.source.factor, &curve.source};
  return {(12.6 + threads / 16.0) / clock.value, 1.5, clock.source};
}
Rate store_cost(const Gpu& gpu) {
  const BlockLives& lives = gpu.machine.block;
  if (!lives.store.is_known() || !lives.empty.is_known()) {
    return {60.0 / sm_clock(gpu).value, 1.5, sm_clock(gpu).source};
  }
  const double threads = lives.store.points.front().x;
  return {std::max(0.0, lives.store.at(Count{threads}).si - lives.empty.at(Count{threads}).si),
          lives.store.source.factor, &lives.store.source};
}

Rate l2_read(const Gpu& gpu) {
  return rate_of(gpu.l2_read_bandwidth);
}
// Half of what reads reach on an H200.
Rate l2_write(const Gpu& gpu) {
  const auto& known = gpu.machine.memory.l2_write_bandwidth;
  return known.is_known() ? rate_of(known) : scaled(rate_of(gpu.l2_read_bandwidth), 0.5, 1.4);
}
Rate dram_transfer(const Gpu& gpu, double share_of_reads) {
  const SourcedCurve& mix = gpu.machine.memory.dram_mix;
  if (mix.is_known()) return rate_of(mix, share_of_reads);
  if (share_of_reads > 0.95) return rate_of(gpu.dram_read_bandwidth);
  if (share_of_reads < 0.05) return rate_of(gpu.dram_write_bandwidth);
  return rate_of(gpu.dram_copy_bandwidth);
}
// Where one SM was not measured: three times its share, as on an H200.
Rate l2_of_sms(const Gpu& gpu, double sms) {
  const Rate all = l2_read(gpu);
  const SourcedCurve& curve = gpu.machine.memory.sm_l2;
  if (curve.is_known()) return rate_of(curve, sms);
  return scaled(all, std::min(1.0, 2.5 * sms / gpu.sms.known().si), 1.3);
}
Rate dram_of_sms(const Gpu& gpu, double sms, double share_of_reads) {
  const SourcedCurve& curve = gpu.machine.memory.sm_dram;
  if (curve.is_known()) return rate_of(curve, sms);
  return scaled(dram_transfer(gpu, share_of_reads), std::min(1.0, 2.0 * sms / gpu.sms.known().si),
                1.3);
}

// A slice serves 64 bytes at a time, so that lone sectors reach about half of L2's bytes per second
// (H200: 160 GT/s, and 151 GT/s of pairs).
Rate lone_loads(const Gpu& gpu) {
  constexpr double surely_in_l2 = 1.0 / 8.0;
  const SourcedCurve& curve = gpu.machine.memory.gather;
  if (curve.is_known() && gpu.l2_capacity.is_known()) {
    return rate_of(curve, surely_in_l2 * gpu.l2_capacity.si);
  }
  return scaled(l2_read(gpu), 0.5 / sector_bytes, 1.4);
}
// Of the calibrated footprints from which L2 serves next to nothing. Without: 64 bytes move for
// each, at two thirds of what a copy reaches (H200).
Rate random_dram_loads(const Gpu& gpu, double footprint) {
  constexpr double surely_not_in_l2 = 16.0;
  const SourcedCurve& curve = gpu.machine.memory.gather;
  if (curve.is_known() && gpu.l2_capacity.is_known()) {
    return rate_of(curve, std::max(footprint, surely_not_in_l2 * gpu.l2_capacity.si));
  }
  return scaled(rate_of(gpu.dram_copy_bandwidth), 0.6 / (2.0 * sector_bytes), 1.4);
}
Rate partial_stores(const Gpu& gpu) {
  const auto& known = gpu.machine.memory.l2_partial_write;
  if (known.is_known()) return rate_of(known);
  return scaled(l2_write(gpu), 0.5 / sector_bytes, 1.3);
}
Rate scattered_stores(const Gpu& gpu, double footprint) {
  const SourcedCurve& curve = gpu.machine.memory.scatter;
  if (curve.is_known()) return rate_of(curve, footprint);
  const bool in_l2 = gpu.l2_capacity.is_known() && footprint < gpu.l2_capacity.si / 2.0;
  return in_l2 ? partial_stores(gpu) : scaled(random_dram_loads(gpu, footprint), 0.45, 1.4);
}

namespace {

// Sectors that a warp's 32 uniformly random keys among `words` words send to L2 one after the
// other: summed over the sectors touched, the most lanes on one word. By counting 20,000 random
// warps; the curves of atomics were measured with such keys.
struct Conflicts {
  double words, sectors;
};
constexpr std::array<Conflicts, 8> random_conflicts = {{{1, 32.0},
                                                        {2, 18.23},
                                                        {8, 7.04},
                                                        {32, 10.35},
                                                        {256, 22.22},
                                                        {1024, 28.9},
                                                        {4096, 31.17},
                                                        {16384, 31.79}}};

double conflicts_of_random_keys(double words) {
  if (words <= 1.0) return random_conflicts.front().sectors;
  for (std::size_t i = 1; i < random_conflicts.size(); ++i) {
    const Conflicts &a = random_conflicts[i - 1], &b = random_conflicts[i];
    if (words > b.words) continue;
    const double share = std::log(words / a.words) / std::log(b.words / a.words);
    return a.sectors * std::pow(b.sectors / a.sectors, share);
  }
  return random_conflicts.back().sectors;
}

// Floating-point additions to one word are slower than integer ones, to many words as fast.
double type_share(const Gpu& gpu, std::string_view scalar, double words) {
  const AtomicParameters& atomic = gpu.machine.atomic;
  const Sourced<PerSecond>& one = scalar == "f64" ? atomic.f64_one : atomic.f32_one;
  const bool is_float = scalar == "f64" || scalar == "f32";
  constexpr double few_words = 64.0;
  if (!is_float || !one.is_known() || words > few_words) return 1.0;
  return one.si / atomic.reduce.at(Count{1.0}).si;
}

}  // namespace

Rate atomic_sectors(const Gpu& gpu, std::string_view scalar, double words) {
  const SourcedCurve& curve = gpu.machine.atomic.reduce;
  if (curve.is_known()) {
    return scaled(rate_of(curve, words), conflicts_of_random_keys(words) / lanes_per_warp *
                                             type_share(gpu, scalar, words));
  }
  // One slice does an operation in 1.45 cycles on an H200, 80 slices and more work side by side.
  const double slices = std::clamp(words / 100.0, 1.0, 80.0);
  return scaled(sm_clock(gpu), slices / 1.45, 1.6);
}
// Where it was not measured, a request costs as much as two lanes on one word.
Rate atomic_requests(const Gpu& gpu) {
  const Sourced<PerSecond>& known = gpu.machine.atomic.single_lane;
  if (known.is_known()) return rate_of(known);
  return scaled(sm_clock(gpu), 1.0 / 2.9, 1.3);
}
Rate shared_atomic_cycles(const Gpu& gpu, std::string_view scalar, double words) {
  const AtomicParameters& atomic = gpu.machine.atomic;
  const SourcedCurve& curve = scalar == "f64"   ? atomic.shared_f64
                              : scalar == "f32" ? atomic.shared_f32
                                                : static_cast<const SourcedCurve&>(atomic.shared);
  if (curve.is_known()) return rate_of(curve, words);
  return {scalar.starts_with('f') ? 20.0 : 3.0, 2.0, sm_clock(gpu).source};
}

Rate load_cycles(const Gpu& gpu, int bytes, double lines, double wavefronts) {
  const LoadStoreParameters& lsu = gpu.machine.lsu;
  if (!lsu.global_load.is_known() || !lsu.global_load_by_lines.is_known()) {
    const MemoryRules* rules = find_memory_rules(gpu.compute_capability);
    const double per_clock = rules != nullptr ? rules->lines_per_clock.value_or(4) : 4.0;
    return {std::max({wavefronts, lines / per_clock, bytes / 4.0}), 1.2, sm_clock(gpu).source};
  }
  const double cycles = std::max({wavefronts, rate_of(lsu.global_load, bytes).value,
                                  rate_of(lsu.global_load_by_lines, lines).value});
  return {cycles, lsu.global_load.source.factor, &lsu.global_load.source};
}

namespace {

// Between an empty kernel and one that does something lies more than the wait for its data: the
// first accesses of an SM miss in its TLB and fetch code and arguments.
double first_access(const Gpu& gpu, bool cold) {
  const LaunchParameters& launch = gpu.machine.launch;
  const Sourced<Seconds>& copy = cold ? launch.first_copy_cold : launch.first_copy;
  if (!copy.is_known() || !launch.queued_full.is_known()) return 0.0;
  const double wait = (cold ? dram_wait(gpu) : l2_wait(gpu)).value + store_cost(gpu).value;
  return std::max(0.0, copy.si - launch.queued_full.si - wait);
}

}  // namespace

// Measured with empty blocks, whose dispatch and life the other terms have.
Rate launch_cost(const Gpu& gpu, double blocks, bool cold, bool accesses) {
  constexpr double usual_threads = 128.0;
  const LaunchParameters& launch = gpu.machine.launch;
  Rate cost = rate_of(launch.queued);
  const double sms = gpu.sms.known().si, queued = cost.value;
  if (launch.queued_full.is_known()) {
    const double dispatch = sms * dispatch_interval(gpu, usual_threads).value;
    const double more = std::max(0.0, launch.queued_full.si - queued - dispatch);
    cost.value += std::min(1.0, blocks / sms) * more;
  }
  cost.value = std::max(0.5 * queued, cost.value - block_overhead(gpu, usual_threads).value);
  if (accesses) {
    cost.value += first_access(gpu, cold);
  } else if (cold && launch.queued_cold.is_known() && launch.queued_full.is_known()) {
    cost.value += std::max(0.0, launch.queued_cold.si - launch.queued_full.si);
  }
  return cost;
}

Rate openacc_launch_cost(const Gpu& gpu) {
  return rate_of(gpu.machine.launch.openacc);
}

}  // namespace gpumodel
