#include "models/time/terms/compute.hpp"

#include <algorithm>
#include <array>

namespace gpumodel {
namespace {

struct Symbols {
  Symbol flop, rate;
};
// Of one pipe alone, and of each where several stand in an equation.
constexpr Symbols alone{"F", "P"};
constexpr std::array<Symbols, pipe_count> beside = {
    {{"F_fp64", "P_fp64"}, {"F_fp32", "P_fp32"}, {"F_fp16", "P_fp16"}}};

Worked<Seconds> time_of(Workings& w, Pipe pipe, const Symbols& symbols, const Kernel& kernel,
                        const Workload& work, const Sourced<FlopPerSecond>& rate) {
  const auto index = static_cast<std::size_t>(pipe);
  return w.formula(symbols.flop, work.flop[index], kernel.flop_sources[index]) /
         w.number(symbols.rate, rate);
}

bool has_work(Pipe pipe, const Workload& work) {
  return work.flop[static_cast<std::size_t>(pipe)].si > 0.0;
}

}  // namespace

template <class Machine>
TermId whole_compute_term(TermTree& tree, const Kernel& kernel, const Workload& work,
                          const Machine& machine) {
  Workings& w = tree.workings();
  const auto pipes =
      std::ranges::count_if(all_pipes, [&](Pipe pipe) { return has_work(pipe, work); });
  WorkedSum<Seconds> sum(w);
  for (const Pipe pipe : all_pipes) {
    if (!has_work(pipe, work)) continue;
    const Symbols& symbols = pipes == 1 ? alone : beside[static_cast<std::size_t>(pipe)];
    sum.add(time_of(w, pipe, symbols, kernel, work, flop_rate(machine, pipe, Ceiling::peak)));
  }
  return tree.leaf("compute", sum.value());
}

template TermId whole_compute_term(TermTree&, const Kernel&, const Workload&, const Gpu&);
template TermId whole_compute_term(TermTree&, const Kernel&, const Workload&, const Cpu&);

TermId compute_term(TermTree& tree, Pipe pipe, const Kernel& kernel, const Workload& work,
                    const Sourced<FlopPerSecond>& rate) {
  if (!has_work(pipe, work)) return TermId::none;
  return tree.leaf(to_string(pipe), time_of(tree.workings(), pipe, alone, kernel, work, rate));
}

const Sourced<FlopPerSecond>& flop_rate(const Gpu& gpu, Pipe pipe, Ceiling ceiling) {
  const bool peak = ceiling == Ceiling::peak;
  switch (pipe) {
    case Pipe::fp64:
      return peak ? gpu.peak_fp64 : gpu.sustained_fp64;
    case Pipe::fp32:
      return peak ? gpu.peak_fp32 : gpu.sustained_fp32;
    case Pipe::fp16:
      return peak ? gpu.peak_fp16 : gpu.sustained_fp16;
  }
  return gpu.peak_fp64;
}

const Sourced<FlopPerSecond>& flop_rate(const Cpu& cpu, Pipe pipe, Ceiling ceiling) {
  const bool peak = ceiling == Ceiling::peak;
  if (pipe == Pipe::fp64) return peak ? cpu.peak_fp64 : cpu.sustained_fp64;
  return peak ? cpu.peak_fp32 : cpu.sustained_fp32;
}

}  // namespace gpumodel
