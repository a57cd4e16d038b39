#include "models/time/terms/host.hpp"

#include <algorithm>

#include "models/core/constants.hpp"
#include "models/time/terms/memory.hpp"

namespace gpumodel {
namespace {

bool fetches_lines(const Cpu& cpu) {
  return cpu.memory_read.is_known() && cpu.memory_write.is_known() &&
         cpu.memory_write.known() < constants::fetches_below.value * cpu.memory_read.known();
}

// Where the cache ends is known to a point of the curve.
Worked<BytesPerSecond> of_copies(Workings& w, const Cpu& cpu, Bytes footprint, bool warm) {
  const Curve<Bytes, BytesPerSecond>& curve = cpu.copy_by_footprint;
  if (!warm || !curve.is_known()) return w.number("b_copy", cpu.memory_sustained);
  constexpr double point_apart = constants::point_apart.value;
  const BytesPerSecond here = curve.at(footprint);
  const double beyond = curve.at(footprint * point_apart) / here;
  const double before = curve.at(footprint / point_apart) / here;
  const Estimate<Count> apart{
      {1.0}, {std::min({1.0, beyond, before})}, {std::max({1.0, beyond, before})}};
  return w.within(w.read("b_copy", curve, footprint),
                  w.count("e_end", apart, "a point of the curve either way"));
}

// What reads and writes alone reach of what a copy moves, its fetched lines counted.
Worked<BytesPerSecond> with_mixtures(Workings& w, Worked<BytesPerSecond> copies, const Cpu& cpu) {
  const BytesPerSecond copy = constants::with_fetch.value * cpu.memory_sustained.known();
  const double read = cpu.memory_read.known() / copy;
  const double write = 2.0 * cpu.memory_write.known() / copy;
  const Estimate<Count> mixtures{
      {1.0}, {std::min({1.0, read, write})}, {std::max({1.0, read, write})}};
  return w.within(w.constant<Count>("k", constants::with_fetch) * copies,
                  w.count("e_mix", mixtures, "reads and writes alone"));
}

bool is_parallel(const Cpu& cpu) {
  return cpu.cores.is_known() && cpu.cores.known() > Count{1.0};
}

// What may come on top: loads from nearer caches, and the threads' start and end.
Seconds most_beside(const Workload& work, const Cpu& cpu) {
  Seconds most = is_parallel(cpu) && !cpu.loop_start.is_known()
                     ? Seconds{constants::most_fork_join.value}
                     : Seconds{};
  const auto& points = cpu.copy_by_footprint.points;
  if (points.empty()) return most;
  const BytesPerSecond best{std::ranges::max(points, {}, &CurvePoint::y).y};
  return most + std::max(Bytes{}, work.requested - work.loaded) / best;
}

}  // namespace

TermId parallel_loop_term(TermTree& tree, const Cpu& cpu) {
  if (!is_parallel(cpu) || !cpu.loop_start.is_known()) return TermId::none;
  return tree.leaf("parallel", tree.workings().number("t_parallel", cpu.loop_start), Leaf::wait);
}

TermId host_memory_term(TermTree& tree, const Kernel& kernel, const Workload& work, const Cpu& cpu,
                        bool warm) {
  Workings& w = tree.workings();
  Worked<Bytes> moved = bytes_moved(w, kernel, work);
  Worked<BytesPerSecond> bandwidth = of_copies(w, cpu, work.loaded + work.unread, warm);
  if (fetches_lines(cpu)) {
    moved = moved + w.formula("V_fetch", work.unread, kernel.stores_source);
    bandwidth = with_mixtures(w, bandwidth, cpu);
  }
  const Estimate<Seconds> beside{{}, {}, most_beside(work, cpu)};
  return tree.leaf("memory", moved / w.named("b", bandwidth) +
                                 w.count("t_beside", beside, "nearer caches and the loop's start"));
}

}  // namespace gpumodel
