#include "models/time/terms/host.hpp"

#include <algorithm>

namespace gpumodel {
namespace {

constexpr double fetching = 0.75;    // writes over reads, at most, where stores fetch their lines
constexpr double with_fetch = 1.5;   // bytes that a copy moves, over those that it counts
constexpr double point_apart = 2.0;  // sizes of working sets that calibration measures

// To start and join the threads of a parallel loop: 1 to 10 us in the OpenMP microbenchmarks of
// EPCC (Bull, EWOMP 1999; later reports on 16 threads). Where the device file does not hold it.
constexpr Seconds most_fork_join{10e-6};

bool fetches_lines(const Cpu& cpu) {
  return cpu.memory_read.is_known() && cpu.memory_write.is_known() &&
         cpu.memory_write.si < fetching * cpu.memory_read.si;
}

struct Bandwidth {
  Estimate<BytesPerSecond> value;
  const Source* source;
};

Bandwidth of_copies(const Cpu& cpu, Bytes footprint, bool warm) {
  const Curve<Bytes, BytesPerSecond>& curve = cpu.copy_by_footprint;
  if (!warm || !curve.is_known())
    return {estimate(cpu.memory_sustained), &cpu.memory_sustained.source};
  const double f = curve.source.factor;
  return {{curve.at(footprint), curve.at(footprint * point_apart) / f,
           f * curve.at(footprint / point_apart)},
          &curve.source};
}

// What reads and writes alone reach of it.
Bandwidth with_mixtures(Bandwidth copies, const Cpu& cpu) {
  const double copy = with_fetch * cpu.memory_sustained.known().si;
  const double read = cpu.memory_read.si / copy, write = 2.0 * cpu.memory_write.si / copy;
  const Estimate<BytesPerSecond>& b = copies.value;
  copies.value = {with_fetch * b.value, with_fetch * std::min({1.0, read, write}) * b.low,
                  with_fetch * std::max({1.0, read, write}) * b.high};
  return copies;
}

bool is_parallel(const Cpu& cpu) {
  return cpu.cores.is_known() && cpu.cores.si > 1.0;
}

// What may come on top: loads from nearer caches, and the threads' start and end.
Seconds most_beside(const Workload& work, const Cpu& cpu) {
  Seconds most = is_parallel(cpu) && !cpu.loop_start.is_known() ? most_fork_join : Seconds{};
  const auto& points = cpu.copy_by_footprint.points;
  if (points.empty()) return most;
  const double best = std::ranges::max(points, {}, &CurvePoint::y).y;
  return most + Seconds{std::max(0.0, (work.requested - work.loaded).si) / best};
}

}  // namespace

TermId parallel_loop_term(TermTree& tree, const Cpu& cpu) {
  if (!is_parallel(cpu) || !cpu.loop_start.is_known()) return TermId::none;
  return tree.leaf("parallel", "t = t_parallel", estimate(cpu.loop_start),
                   {operand("t_parallel", cpu.loop_start)}, Leaf::wait);
}

TermId host_memory_term(TermTree& tree, const Kernel& kernel, const Workload& work, const Cpu& cpu,
                        bool warm) {
  const bool fetches = fetches_lines(cpu);
  const Bytes fetched = fetches ? work.unread : Bytes{};
  Bandwidth b = of_copies(cpu, work.loaded + work.unread, warm);
  if (fetches) b = with_mixtures(b, cpu);
  Estimate<Seconds> time = exact(work.moved() + fetched) / b.value;
  time.high = time.high + most_beside(work, cpu);
  const TermId term = tree.leaf(
      "memory", fetches ? "t = (V_load + V_store + V_fetch) / b" : "t = (V_load + V_store) / b",
      time,
      {operand("V_load", work.loaded, kernel.loads_source),
       operand("V_store", work.stored, kernel.stores_source)});
  if (fetches) tree.add_operand(operand("V_fetch", fetched, kernel.stores_source));
  tree.add_operand(operand("b", b.value.value, *b.source));
  return term;
}

}  // namespace gpumodel
