#include "models/time/machine/rates.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "models/access/lanes.hpp"
#include "models/access/memory_rules.hpp"
#include "models/time/machine/demand.hpp"

namespace gpumodel {
namespace {

// The wait where memory has little to do: where bytes in flight are on their way for the shortest
// time, without what the loop that was measured does beside waiting.
Worked<Seconds> least_wait(Workings& w, const Gpu& gpu, const BandwidthByBytes& in_flight) {
  double at = 0.0, most = 0.0;
  for (const CurvePoint& each : in_flight.points) {
    const double bytes_per_wait = each.y / each.x;
    if (bytes_per_wait <= most) continue;
    most = bytes_per_wait;
    at = each.x;
  }
  const Worked<Bytes> bytes = w.place("v", in_flight, Bytes{at});
  const auto round = sms(w, gpu) * bytes / w.read("b_v", in_flight, bytes.value());
  const auto around = w.constant<Cycles>("c_around", constants::around_a_wait);
  return max(w.zero<Seconds>(), round - around / sm_clock(w, gpu));
}

Worked<Seconds> wait_in_flight(Workings& w, const Gpu& gpu, const BandwidthByBytes& in_flight,
                               const Sourced<Cycles>& latency) {
  if (in_flight.is_known()) return least_wait(w, gpu, in_flight);
  return w.within(w.number("c", latency) / sm_clock(w, gpu), constants::chase_for_wait);
}

Worked<Count> scale(Workings& w, Symbol symbol, const Constant& row) {
  return w.constant<Count>(symbol, row);
}

}  // namespace

Worked<Hertz> sm_clock(Workings& w, const Gpu& gpu) {
  return w.number("f", gpu.clock);
}
Worked<Count> sms(Workings& w, const Gpu& gpu) {
  return w.number("S", gpu.sms);
}

Worked<Seconds> dispatch_interval(Workings& w, const Gpu& gpu, double threads) {
  const LaunchParameters& launch = gpu.machine.launch;
  return launch.interval_by_threads.is_known()
             ? w.read("d", launch.interval_by_threads, Count{threads})
             : w.number("d", launch.block_interval);
}

Worked<Seconds> block_overhead(Workings& w, const Gpu& gpu, double threads) {
  const BlockLives& lives = gpu.machine.block;
  return lives.empty.is_known() ? w.read("t_empty", lives.empty, Count{threads})
                                : w.number("t_empty", lives.life);
}

Worked<Seconds> l1_wait(Workings& w, const Gpu& gpu) {
  return w.named("t_l1", w.number("c", gpu.l1_latency) / sm_clock(w, gpu));
}
Worked<Seconds> l2_wait(Workings& w, const Gpu& gpu) {
  const BandwidthByBytes& curve = gpu.machine.memory.l2_in_flight;
  return w.named("t_l2", wait_in_flight(w, gpu, curve, gpu.l2_latency));
}
// Of several that ask for the same the first is the one from which DRAM is nearest.
Worked<Seconds> dram_wait(Workings& w, const Gpu& gpu, double doublings, double met) {
  const BandwidthByBytes& curve = gpu.machine.memory.dram_in_flight;
  Worked<Seconds> wait = wait_in_flight(w, gpu, curve, gpu.dram_latency);
  if (doublings <= 0.0 && met <= 0.0) return w.named("t_dram", wait);
  wait = w.named("t_one", wait);
  if (doublings > 0.0) {
    const auto longer = w.count("d", Count{doublings}, "places of a wait, one doubled so often") *
                        w.constant<Count>("k_d", constants::dram_wait_of_places);
    wait = (w.literal(1.0) + longer) * wait;
  }
  if (met > 0.0) {
    const auto shorter = w.count("m_met", Count{met}, "waits that others share") *
                         w.constant<Count>("k_m", constants::dram_wait_met);
    wait = (w.literal(1.0) - shorter) * wait;
  }
  return w.named("t_dram", wait);
}
Worked<Seconds> shared_wait(Workings& w, const Gpu& gpu) {
  return w.named("t_shared", w.number("c", gpu.shared_latency) / sm_clock(w, gpu));
}
Worked<Seconds> barrier_wait(Workings& w, const Gpu& gpu, double threads) {
  const CyclesBy& curve = gpu.machine.lsu.barrier;
  if (curve.is_known()) {
    return w.named("t_barrier", w.read("c", curve, Count{threads}) / sm_clock(w, gpu));
  }
  const auto least = w.constant<Cycles>("c", constants::usual_barrier);
  const auto each = w.constant<Cycles>("c_n", constants::barrier_per_thread);
  return w.named("t_barrier",
                 (least + w.count("n", Count{threads}, "launch") * each) / sm_clock(w, gpu));
}
Worked<Seconds> store_cost(Workings& w, const Gpu& gpu) {
  const BlockLives& lives = gpu.machine.block;
  if (!lives.store.is_known() || !lives.empty.is_known()) {
    return w.named("t_store", w.constant<Cycles>("c", constants::usual_store) / sm_clock(w, gpu));
  }
  const Count threads{lives.store.points.front().x};
  return w.named("t_store", max(w.zero<Seconds>(), w.read("t_with", lives.store, threads) -
                                                       w.read("t_empty", lives.empty, threads)));
}
Worked<Seconds> atomic_wait(Workings& w, const Gpu& gpu) {
  const Sourced<Cycles>& known = gpu.machine.atomic.latency;
  return known.is_known() ? w.named("t_atomic", w.number("c", known) / sm_clock(w, gpu))
                          : l2_wait(w, gpu);
}
Worked<Seconds> shared_atomic_wait(Workings& w, const Gpu& gpu) {
  const Sourced<Cycles>& known = gpu.machine.atomic.shared_latency;
  return known.is_known() ? w.named("t_shared_atomic", w.number("c", known) / sm_clock(w, gpu))
                          : shared_wait(w, gpu);
}

Worked<BytesPerSecond> l2_read(Workings& w, const Gpu& gpu) {
  return w.number("b_r", gpu.l2_read_bandwidth);
}
Worked<BytesPerSecond> l2_write(Workings& w, const Gpu& gpu) {
  const auto& known = gpu.machine.memory.l2_write_bandwidth;
  if (known.is_known()) return w.number("b_w", known);
  return w.named("b_w", scale(w, "k", constants::l2_writes_of_reads) * l2_read(w, gpu));
}
Worked<BytesPerSecond> dram_transfer(Workings& w, const Gpu& gpu, double share_of_reads) {
  const BandwidthByCount& mix = gpu.machine.memory.dram_mix;
  if (mix.is_known()) return w.read("b", mix, Count{share_of_reads});
  constexpr double rest = constants::mostly_one_way.value;
  if (share_of_reads > 1.0 - rest) return w.number("b", gpu.dram_read_bandwidth);
  if (share_of_reads < rest) return w.number("b", gpu.dram_write_bandwidth);
  return w.number("b", gpu.dram_copy_bandwidth);
}

namespace {

Worked<BytesPerSecond> share_of_sms(Workings& w, const Gpu& gpu, double at_work,
                                    const Constant& of_one, Worked<BytesPerSecond> all) {
  const auto share = scale(w, "k", of_one) * w.count("n", Count{at_work}, "launch") / sms(w, gpu);
  return w.named("b_S", min(w.literal(1.0), share) * all);
}

}  // namespace

Worked<BytesPerSecond> l2_of_sms(Workings& w, const Gpu& gpu, double at_work) {
  const BandwidthByCount& curve = gpu.machine.memory.sm_l2;
  if (curve.is_known()) return w.read("b_S", curve, Count{at_work});
  return share_of_sms(w, gpu, at_work, constants::l2_of_one_sm, l2_read(w, gpu));
}
Worked<BytesPerSecond> dram_of_sms(Workings& w, const Gpu& gpu, double at_work,
                                   double share_of_reads) {
  const BandwidthByCount& curve = gpu.machine.memory.sm_dram;
  if (curve.is_known()) return w.read("b_S", curve, Count{at_work});
  return share_of_sms(w, gpu, at_work, constants::dram_of_one_sm,
                      dram_transfer(w, gpu, share_of_reads));
}

Worked<PerSecond> l2_lookups(Workings& w, const Gpu& gpu) {
  const auto& curve = gpu.machine.memory.gather;
  if (curve.is_known() && gpu.l2_capacity.is_known()) {
    return w.read("q", curve, constants::surely_in_l2.value * gpu.l2_capacity.known());
  }
  const auto sector = w.literal(sector_bytes).as<Bytes>();
  return w.named("q", scale(w, "k", constants::lookups_of_sectors) * l2_read(w, gpu) / sector);
}
// Of the calibrated footprints from which L2 serves next to nothing.
Worked<PerSecond> random_dram_loads(Workings& w, const Gpu& gpu, double footprint) {
  const auto& curve = gpu.machine.memory.gather;
  if (curve.is_known() && gpu.l2_capacity.is_known()) {
    const Bytes beyond = constants::surely_beyond_l2.value * gpu.l2_capacity.known();
    return w.read("q", curve, std::max(Bytes{footprint}, beyond));
  }
  const auto pair = w.literal(2.0 * sector_bytes).as<Bytes>();
  return w.named("q", scale(w, "k", constants::random_of_copies) *
                          w.number("b_copy", gpu.dram_copy_bandwidth) / pair);
}
Worked<PerSecond> partial_stores(Workings& w, const Gpu& gpu) {
  const auto& known = gpu.machine.memory.l2_partial_write;
  if (known.is_known()) return w.number("r", known);
  const auto sector = w.literal(sector_bytes).as<Bytes>();
  return w.named("r", scale(w, "k", constants::partial_of_whole) * l2_write(w, gpu) / sector);
}

namespace {

// Of a warp's lanes at uniformly random places of so many lines, those in one of their own.
double distinct_of_lanes(double lines) {
  return lines * (1.0 - std::pow(1.0 - 1.0 / lines, lanes_per_warp)) / lanes_per_warp;
}

// How many slices of L2 work where so many bytes are touched, as far as the one lets them that has
// most of the lines. Pairs of lines take turns between two slices, for 8 lines; then come other
// slices (few_lines.cu).
double slices_of(double bytes) {
  const double lines = std::max(1.0, bytes / line_bytes);
  const double first = std::min(lines, 2.0), second = std::clamp(lines - 4.0, 0.0, 2.0);
  return lines / (first + second);
}

// Where dram.scatter_curve is read: not where an SM puts stores together, which those of other
// kernels are not.
Bytes place_of_scattered(const Curve<Bytes, PerSecond>& curve, double footprint) {
  constexpr double apart = 2.0 * constants::lines_put_together.value * line_bytes;
  const auto first =
      std::ranges::find_if(curve.points, [](const CurvePoint& point) { return point.x >= apart; });
  const CurvePoint& least = first != curve.points.end() ? *first : curve.points.back();
  return Bytes{std::max(footprint, least.x)};
}

// Slices that work, over those where the curve is read.
Worked<Count> slices_at(Workings& w, double footprint, Bytes place) {
  return w.count("k_s", Count{slices_of(footprint) / slices_of(place.si)}, "slices of L2");
}

}  // namespace

Worked<PerSecond> scattered_lines(Workings& w, const Gpu& gpu, double footprint) {
  const auto& curve = gpu.machine.memory.scatter;
  if (curve.is_known()) {
    const Bytes place = place_of_scattered(curve, footprint);
    const double share = distinct_of_lanes(place.si / line_bytes);
    const auto lines = w.count("k_l", Count{share}, "lines of lanes at random places");
    return slices_at(w, footprint, place) * lines * w.read("s", curve, place);
  }
  const bool in_l2 = gpu.l2_capacity.is_known() &&
                     Bytes{footprint} < constants::scattered_in_l2.value * gpu.l2_capacity.known();
  if (in_l2) {
    return min(w.literal(1.0), w.count("n_s", Count{slices_of(footprint)}, "slices of L2") /
                                   scale(w, "s", constants::slices_at_work)) *
           partial_stores(w, gpu);
  }
  return scale(w, "k_s", constants::scattered_of_random) * random_dram_loads(w, gpu, footprint);
}
Worked<PerSecond> scattered_sectors(Workings& w, const Gpu& gpu, double footprint) {
  const auto& curve = gpu.machine.memory.scatter;
  if (!curve.is_known()) return scattered_lines(w, gpu, footprint);
  const Bytes place = place_of_scattered(curve, footprint);
  Bytes best = place;
  for (const CurvePoint& point : curve.points) {
    if (point.x > best.si && point.y > curve.at(best).si) best = Bytes{point.x};
  }
  return slices_at(w, footprint, place) * w.read("s", curve, best);
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

constexpr double bytes_of_reduced = 4.0;  // a word of atomic.reduce_curve

// How many slices of L2 work where so many words are, over what a line between two points of the
// curve has. From 8 lines on as many times the lines have as many times the slices.
double slices_between(const RateByCount& curve, double words) {
  constexpr double alike = 8.0 * line_bytes / bytes_of_reduced;
  const auto slices = [](double count) { return slices_of(count * bytes_of_reduced); };
  const auto above = std::ranges::find_if(
      curve.points, [words](const CurvePoint& point) { return point.x >= words; });
  if (above == curve.points.begin() || above == curve.points.end() || above->x > alike) return 1.0;
  const CurvePoint& below = *(above - 1);
  const double share = std::log(words / below.x) / std::log(above->x / below.x);
  return slices(words) / slices(below.x) / std::pow(slices(above->x) / slices(below.x), share);
}

}  // namespace

// Floating-point additions to one sector are slower than integer ones, to many as fast: each sector
// takes as many as one word does, where lanes follow each other on a word its slice takes longer
// for others, too. To several words of 64 bits of a sector any slice takes longer.
Worked<PerSecond> atomic_sectors(Workings& w, const Gpu& gpu, std::string_view scalar, double bytes,
                                 double words_at_once) {
  const AtomicParameters& atomic = gpu.machine.atomic;
  const RateByCount& curve = atomic.reduce;
  const double words = std::max(1.0, bytes / bytes_of_reduced);
  if (!curve.is_known()) {
    const auto slices = max(w.literal(1.0), min(scale(w, "s", constants::slices_at_work),
                                                w.count("n", Count{words}, "accesses") /
                                                    scale(w, "n_s", constants::words_per_slice)));
    const auto each = w.constant<Cycles>("c", constants::cycles_of_atomic);
    return slices * sm_clock(w, gpu) / each;
  }
  const Count conflicts{conflicts_of_random_keys(words)};
  const auto sectors = w.count("k", conflicts, "sectors of a warp's random keys");
  const auto between = w.count("k_s", Count{slices_between(curve, words)}, "slices of L2");
  Worked<PerSecond> rate =
      between * w.read("a", curve, Count{words}) * sectors / w.literal(lanes_per_warp);
  constexpr double several = 1.5;
  if (scalar == "f64" && words_at_once > several) {
    rate = min(rate, w.count("n_l", Count{slices_of(bytes)}, "slices of L2") * sm_clock(w, gpu) /
                         w.constant<Cycles>("c_d", constants::cycles_of_doubles));
  }
  const Sourced<PerSecond>& one = scalar == "f64" ? atomic.f64_one : atomic.f32_one;
  const bool is_float = scalar == "f64" || scalar == "f32";
  if (!is_float || !one.is_known()) return rate;
  const double touched = std::max(1.0, bytes / sector_bytes);
  if (words_at_once > several) {
    return min(rate,
               w.count("n_s", Count{std::ceil(touched)}, "accesses") * w.number("a_float", one));
  }
  const auto unit = w.literal(1.0);
  const auto slower = w.read("a_1", curve, Count{1.0}) / w.number("a_float", one) - unit;
  const auto share = min(
      unit, scale(w, "k_f", constants::few_sectors) / w.count("n_s", Count{touched}, "accesses"));
  return rate / (unit + share * slower);
}
Worked<PerSecond> repeated_atomics(Workings& w, const Gpu& gpu) {
  return scale(w, "k_1", constants::repeats_at_once) * atomics_on_one(w, gpu, "i32");
}
Worked<PerSecond> atomics_on_one(Workings& w, const Gpu& gpu, std::string_view scalar) {
  const AtomicParameters& atomic = gpu.machine.atomic;
  const Sourced<PerSecond>& one = scalar == "f64" ? atomic.f64_one : atomic.f32_one;
  if (scalar.starts_with('f') && one.is_known()) return w.number("a_one", one);
  if (atomic.reduce.is_known()) return w.read("a_one", atomic.reduce, Count{1.0});
  return w.named("a_one", sm_clock(w, gpu) / w.constant<Cycles>("c", constants::cycles_of_atomic));
}
Worked<PerSecond> atomic_requests(Workings& w, const Gpu& gpu) {
  const Sourced<PerSecond>& known = gpu.machine.atomic.single_lane;
  if (known.is_known()) return w.number("q", known);
  return w.named("q", sm_clock(w, gpu) / w.constant<Cycles>("c", constants::cycles_of_atomic));
}
Worked<Cycles> shared_atomic_cycles(Workings& w, const Gpu& gpu, std::string_view scalar,
                                    double words) {
  const AtomicParameters& atomic = gpu.machine.atomic;
  const CyclesBy& curve = scalar == "f64"   ? atomic.shared_f64
                          : scalar == "f32" ? atomic.shared_f32
                                            : atomic.shared;
  if (curve.is_known()) return w.read("c", curve, Count{words});
  return w.constant<Cycles>("c", scalar.starts_with('f') ? constants::shared_atomic_float
                                                         : constants::shared_atomic_integer);
}

Worked<Cycles> load_cycles(Workings& w, const Gpu& gpu, const LoadShape& load) {
  const LoadStoreParameters& lsu = gpu.machine.lsu;
  const Bytes bytes{static_cast<double>(load.bytes)};
  const auto passed = w.count("w", Cycles{load.wavefronts}, "wavefronts");
  const auto with_conflicts = [&](Worked<Cycles> lookups) {
    return load.tag_conflicts > 0.0
               ? lookups + w.count("k", Cycles{load.tag_conflicts}, "lines in one bank of tags")
               : lookups;
  };
  if (lsu.global_load.is_known() && lsu.global_load_by_lines.is_known()) {
    const auto by_lines = w.read("c_l", lsu.global_load_by_lines, Count{load.lines});
    return max(max(passed, w.read("c_b", lsu.global_load, bytes)), with_conflicts(by_lines));
  }
  const MemoryRules* rules = find_memory_rules(gpu.compute_capability);
  const auto found = w.count("l", Count{load.lines}, "accesses");
  const auto per_cycle =
      rules != nullptr && rules->lines_per_clock
          ? w.count("p", PerCycle{static_cast<double>(*rules->lines_per_clock)}, "memory rules")
          : w.constant<PerCycle>("p", constants::usual_lines_per_cycle);
  const auto width = w.count("B", bytes, "accesses");
  const auto per_lane = w.constant<BytesPerCycle>("b_lane", constants::bytes_per_lane_cycle);
  return w.within(max(max(passed, with_conflicts(found / per_cycle)), width / per_lane),
                  constants::lookup_for_load);
}

namespace {

// Between an empty kernel and one that does something lies more than the wait for its data: the
// first accesses of an SM miss in its TLB and fetch code and arguments. Null where it is not known.
const Sourced<Seconds>* first_access(const Gpu& gpu, bool cold) {
  const LaunchParameters& launch = gpu.machine.launch;
  const Sourced<Seconds>& copy = cold ? launch.first_copy_cold : launch.first_copy;
  return copy.is_known() && launch.queued_full.is_known() ? &copy : nullptr;
}

}  // namespace

Worked<Seconds> launch_cost(Workings& w, const Gpu& gpu, double blocks, bool cold, bool accesses) {
  const double threads = constants::usual_block.value;
  const LaunchParameters& launch = gpu.machine.launch;
  const auto at_least_nothing = [&](Worked<Seconds> time) { return max(w.zero<Seconds>(), time); };
  const Worked<Seconds> queued = w.number("t_queued", launch.queued);
  Worked<Seconds> empty = queued;
  if (launch.queued_full.is_known()) {
    const Worked<Seconds> full = w.number("t_full", launch.queued_full);
    const Worked<Seconds> dispatched = sms(w, gpu) * dispatch_interval(w, gpu, threads);
    const Worked<Count> filled = w.count("B", Count{blocks}, "launch") / sms(w, gpu);
    empty = empty + min(w.literal(1.0), filled) * at_least_nothing(full - queued - dispatched);
  }
  const Worked<Seconds> least = scale(w, "k", constants::launch_at_least) * queued;
  const Worked<Seconds> alone =
      max(least, w.named("t_alone", empty - block_overhead(w, gpu, threads)));
  const Sourced<Seconds>* copy = first_access(gpu, cold);
  if (accesses && copy != nullptr) {
    const Worked<Seconds> wait = cold ? dram_wait(w, gpu, 0.0, 0.0) : l2_wait(w, gpu);
    const Worked<Seconds> full = w.number("t_full", launch.queued_full);
    const Worked<Seconds> first = w.number("t_copy", *copy) - full - (wait + store_cost(w, gpu));
    return alone + w.named("t_access", at_least_nothing(first));
  }
  if (!accesses && cold && launch.queued_cold.is_known() && launch.queued_full.is_known()) {
    const Worked<Seconds> full = w.number("t_full", launch.queued_full);
    const Worked<Seconds> more = w.number("t_cold", launch.queued_cold) - full;
    return alone + w.named("t_code", at_least_nothing(more));
  }
  return alone;
}

Worked<Seconds> openacc_launch_cost(Workings& w, const Gpu& gpu) {
  return w.number("t_openacc", gpu.machine.launch.openacc);
}

}  // namespace gpumodel
