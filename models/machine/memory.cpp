#include <algorithm>
#include <cmath>

#include "models/machine/rates.hpp"
#include "models/machine/term_errors.hpp"
#include "models/machine/terms.hpp"

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

}  // namespace

TermId l2_term(TermTree& tree, const MachineDemand& demand, const Gpu& gpu) {
  const double bytes = demand.l2_read_bytes + demand.l2_write_bytes;
  if (bytes <= 0.0 && demand.partial_stores <= 0.0) return TermId::none;
  const Rate read = l2_read(gpu), write = l2_write(gpu), partial = partial_stores(gpu);
  Estimate<Seconds> time = root_of_squares(
      time_at_rate(demand.l2_read_bytes, read),
      time_at_rate(demand.l2_write_bytes, write) + time_at_rate(demand.partial_stores, partial));
  const double sms = sms_at_work(demand, gpu);
  if (sms < gpu.sms.known().si) time = max(time, time_at_rate(bytes, l2_of_sms(gpu, sms)));
  return tree.leaf("l2", "t = hypot(V_r / b_r, V_w / b_w + s / r)", widened(time, term_error::l2),
                   {operand("V_r", Bytes{demand.l2_read_bytes}, "accesses"),
                    operand("b_r", BytesPerSecond{read.value}, *read.source),
                    operand("V_w", Bytes{demand.l2_write_bytes}, "accesses"),
                    operand("b_w", BytesPerSecond{write.value}, *write.source),
                    operand("s", Count{demand.partial_stores}, "accesses"),
                    operand("r", PerSecond{partial.value}, *partial.source)});
}

TermId dram_term(TermTree& tree, const MachineDemand& demand, const Gpu& gpu) {
  const double bytes = demand.dram_read_bytes + demand.dram_write_bytes;
  if (bytes <= 0.0) return TermId::none;
  const double share_of_reads = demand.dram_read_bytes / bytes;
  Rate rate = dram_transfer(gpu, share_of_reads);
  const double sms = sms_at_work(demand, gpu);
  if (sms < gpu.sms.known().si) {
    const Rate few = dram_of_sms(gpu, sms, share_of_reads);
    if (few.value < rate.value) rate = few;
  }
  return tree.leaf("dram", "t = (V_r + V_w) / b",
                   widened(time_at_rate(bytes, rate), term_error::dram),
                   {operand("V_r", Bytes{demand.dram_read_bytes}, "accesses"),
                    operand("V_w", Bytes{demand.dram_write_bytes}, "accesses"),
                    operand("b", BytesPerSecond{rate.value}, *rate.source)});
}

TermId scattered_term(TermTree& tree, const MachineDemand& demand, const Gpu& gpu) {
  Estimate<Seconds> time{};
  double sectors = 0.0;
  Rate last;
  const auto add = [&](const ScatteredSectors& one, const Rate& rate) {
    if (one.sectors <= 0.0) return;
    time = time + time_at_rate(one.sectors, rate);
    sectors += one.sectors;
    last = rate;
  };
  for (const ScatteredSectors& one : demand.scattered_loads) {
    add(one, scattered_loads(gpu, one.footprint));
  }
  for (const ScatteredSectors& one : demand.scattered_stores) {
    add(one, scattered_stores(gpu, one.footprint));
  }
  if (sectors <= 0.0) return TermId::none;
  return tree.leaf("scattered", "t = sum of s / r", widened(time, term_error::scattered),
                   {operand("s", Count{sectors}, "accesses"),
                    operand("r", PerSecond{sectors / time.value.si}, *last.source)});
}

TermId atomics_term(TermTree& tree, const MachineDemand& demand, const Gpu& gpu) {
  Estimate<Seconds> time{};
  double sectors = 0.0;
  Rate last;
  for (const GlobalAtomics& one : demand.atomics) {
    const Rate rate = atomic_sectors(gpu, one.scalar, one.words);
    const Estimate<Seconds> single = time_at_rate(one.requests / one.words, atomic_requests(gpu));
    time = time + max(time_at_rate(one.sectors, rate), single);
    sectors += one.sectors;
    last = rate;
  }
  if (sectors <= 0.0) return TermId::none;
  return tree.leaf("atomics", "t = sum of s / r", widened(time, term_error::atomics),
                   {operand("s", Count{sectors}, "accesses"),
                    operand("r", PerSecond{sectors / time.value.si}, *last.source)});
}

}  // namespace gpumodel
