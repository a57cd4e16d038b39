#include <algorithm>
#include <cmath>

#include "models/access/memory_rules.hpp"
#include "models/time/machine/rates.hpp"
#include "models/time/machine/term_errors.hpp"
#include "models/time/machine/terms.hpp"

namespace gpumodel {
namespace {

using term_error::widened;

double sms_at_work(const MachineDemand& demand, const Gpu& gpu) {
  return std::min(demand.working, gpu.sms.known().si);
}

Estimate<Seconds> root_of_squares(Estimate<Seconds> a, Estimate<Seconds> b) {
  const auto join = [](Seconds x, Seconds y) { return Seconds{std::hypot(x.si, y.si)}; };
  return {join(a.value, b.value), join(a.low, b.low), join(a.high, b.high)};
}

// What moves from DRAM for a single sector.
double bytes_of_random_read(const Gpu& gpu) {
  const MemoryRules* rules = find_memory_rules(gpu.compute_capability);
  return rules != nullptr ? rules->dram_load_bytes.value_or(sector_bytes) : sector_bytes;
}

}  // namespace

TermId l2_term(TermTree& tree, const MachineDemand& demand, const Gpu& gpu) {
  const double bytes =
      demand.l2_read_bytes + sector_bytes * demand.lone_loads + demand.l2_write_bytes;
  if (bytes <= 0.0 && demand.partial_stores <= 0.0) return TermId::none;
  const Rate read = l2_read(gpu), write = l2_write(gpu);
  const Rate lone = lone_loads(gpu), partial = partial_stores(gpu);
  Estimate<Seconds> time = root_of_squares(
      time_at_rate(demand.l2_read_bytes, read) + time_at_rate(demand.lone_loads, lone),
      time_at_rate(demand.l2_write_bytes, write) + time_at_rate(demand.partial_stores, partial));
  const double sms = sms_at_work(demand, gpu);
  if (sms < gpu.sms.known().si) time = max(time, time_at_rate(bytes, l2_of_sms(gpu, sms)));
  return tree.leaf("l2", "t = hypot(V_r / b_r + n / q, V_w / b_w + s / r)",
                   widened(time, term_error::l2),
                   {operand("V_r", Bytes{demand.l2_read_bytes}, "accesses"),
                    operand("b_r", BytesPerSecond{read.value}, *read.source),
                    operand("n", Count{demand.lone_loads}, "accesses"),
                    operand("q", PerSecond{lone.value}, *lone.source),
                    operand("V_w", Bytes{demand.l2_write_bytes}, "accesses"),
                    operand("b_w", BytesPerSecond{write.value}, *write.source),
                    operand("s", Count{demand.partial_stores}, "accesses"),
                    operand("r", PerSecond{partial.value}, *partial.source)});
}

TermId dram_term(TermTree& tree, const MachineDemand& demand, const Gpu& gpu) {
  const double all = demand.dram_read_bytes + demand.dram_write_bytes;
  if (all <= 0.0) return TermId::none;
  const double random = std::min(demand.random_read_bytes, demand.dram_read_bytes);
  const double bytes = all - random, share_of_reads = demand.dram_read_bytes / all;
  Rate rate = dram_transfer(gpu, share_of_reads);
  const double sms = sms_at_work(demand, gpu);
  if (sms < gpu.sms.known().si) {
    const Rate few = dram_of_sms(gpu, sms, share_of_reads);
    if (few.value < rate.value) rate = few;
  }
  const Estimate<Seconds> streams = widened(time_at_rate(bytes, rate), term_error::dram);
  if (random <= 0.0) {
    return tree.leaf("dram", "t = (V_r + V_w) / b", streams,
                     {operand("V_r", Bytes{demand.dram_read_bytes}, "accesses"),
                      operand("V_w", Bytes{demand.dram_write_bytes}, "accesses"),
                      operand("b", BytesPerSecond{rate.value}, *rate.source)});
  }
  const double pieces = random / bytes_of_random_read(gpu);
  const Rate lone = random_dram_loads(gpu, demand.random_footprint);
  return tree.leaf(
      "dram", "t = (V_r + V_w) / b + m / q",
      streams + widened(time_at_rate(pieces, lone), term_error::scattered),
      {operand("V_r", Bytes{demand.dram_read_bytes - random}, "accesses"),
       operand("V_w", Bytes{demand.dram_write_bytes}, "accesses"),
       operand("b", BytesPerSecond{rate.value}, *rate.source),
       operand("m", Count{pieces}, "accesses"), operand("q", PerSecond{lone.value}, *lone.source)});
}

BehindWrites::BehindWrites(const MachineDemand& demand, const Gpu& gpu) {
  const double all = demand.dram_read_bytes + demand.dram_write_bytes;
  if (demand.dram_write_bytes <= 0.0) return;
  waits_ = dram_waits(demand, gpu);
  all_seconds_ = all / dram_transfer(gpu, demand.dram_read_bytes / all).value;
  write_seconds_ = demand.dram_write_bytes / dram_transfer(gpu, 0.0).value;
}

double BehindWrites::busy(double seconds) const {
  return std::min(1.0, all_seconds_ / seconds);
}
double BehindWrites::writes(double seconds) const {
  return std::min(1.0, write_seconds_ / seconds);
}

double BehindWrites::at(double seconds) const {
  constexpr double batch = 0.7e-6;  // as the equation of the term says
  if (waits_ <= 0.0 || seconds <= 0.0) return 0.0;
  return waits_ * batch * writes(seconds) * busy(seconds) * busy(seconds);
}

TermId BehindWrites::term(TermTree& tree, double seconds) const {
  const Seconds time{at(seconds)};
  if (time.si <= 0.0) return TermId::none;
  return tree.leaf(
      "behind_writes", "t = n * 0.7 us * u_w * u^2",
      widened({time, time, time}, term_error::behind_writes),
      {operand("n", Count{waits_}, "latency"), operand("u_w", Count{writes(seconds)}, "dram"),
       operand("u", Count{busy(seconds)}, "dram")},
      Leaf::wait);
}

TermId scattered_term(TermTree& tree, const MachineDemand& demand, const Gpu& gpu) {
  Estimate<Seconds> time{};
  double sectors = 0.0;
  Rate last;
  for (const ScatteredSectors& one : demand.scattered_stores) {
    if (one.sectors <= 0.0) continue;
    last = scattered_stores(gpu, one.footprint);
    time = time + time_at_rate(one.sectors, last);
    sectors += one.sectors;
  }
  if (sectors <= 0.0) return TermId::none;
  return tree.leaf("scattered", "t = sum of s / r", widened(time, term_error::scattered),
                   {operand("s", Count{sectors}, "accesses"),
                    operand("r", PerSecond{sectors / time.value.si}, *last.source)});
}

TermId atomics_term(TermTree& tree, const MachineDemand& demand, const Gpu& gpu, TermId l2,
                    TermId dram) {
  Estimate<Seconds> time{};
  double sectors = 0.0;
  bool one_slice = false;
  Rate last;
  for (const GlobalAtomics& one : demand.atomics) {
    const Rate rate = atomic_sectors(gpu, one.scalar, one.words);
    const Estimate<Seconds> single = time_at_rate(one.requests / one.words, atomic_requests(gpu));
    time = time + max(time_at_rate(one.sectors, rate), single);
    sectors += one.sectors;
    one_slice = one_slice || one.bytes <= line_bytes;
    last = rate;
  }
  if (sectors <= 0.0) return TermId::none;
  time = widened(time, term_error::atomics);
  // Operations hold up others for no longer than they last.
  const auto held_up = [&](TermId id) {
    return id != TermId::none ? min(time, tree[id].time) : Estimate<Seconds>{};
  };
  const Estimate<Seconds> others = held_up(l2);
  const Estimate<Seconds> fills = held_up(one_slice ? dram : TermId::none);
  return tree.leaf("atomics", "t = sum of s / r + t_l2 + t_fill", time + others + fills,
                   {operand("s", Count{sectors}, "accesses"),
                    operand("r", PerSecond{sectors / time.value.si}, *last.source),
                    operand("t_l2", others.value, "l2"), operand("t_fill", fills.value, "dram")});
}

}  // namespace gpumodel
