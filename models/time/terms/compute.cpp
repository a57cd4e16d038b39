#include "models/time/terms/compute.hpp"

namespace gpumodel {
namespace {

std::string_view whole_equation(int pipes) {
  if (pipes == 0) return "t = 0, no arithmetic";
  return pipes == 1 ? "t = F / P" : "t = sum of F / P over the pipes";
}

}  // namespace

template <class Machine>
TermId whole_compute_term(TermTree& tree, const Kernel& kernel, const Workload& work,
                          const Machine& machine) {
  Estimate<Seconds> time{};
  int pipes = 0;
  for (const Pipe pipe : all_pipes) {
    const Flop flop = work.flop[static_cast<std::size_t>(pipe)];
    if (flop.si == 0.0) continue;
    time = time + exact(flop) / estimate(flop_rate(machine, pipe, Ceiling::peak));
    ++pipes;
  }
  const TermId term = tree.leaf("compute", whole_equation(pipes), time, {});
  for (const Pipe pipe : all_pipes) {
    const auto index = static_cast<std::size_t>(pipe);
    if (work.flop[index].si == 0.0) continue;
    tree.add_operand(operand("F", work.flop[index], kernel.flop_sources[index]));
    tree.add_operand(operand("P", flop_rate(machine, pipe, Ceiling::peak)));
  }
  return term;
}

template TermId whole_compute_term(TermTree&, const Kernel&, const Workload&, const Gpu&);
template TermId whole_compute_term(TermTree&, const Kernel&, const Workload&, const Cpu&);

TermId compute_term(TermTree& tree, Pipe pipe, const Kernel& kernel, const Workload& work,
                    const Sourced<FlopPerSecond>& rate) {
  const Flop flop = work.flop[static_cast<std::size_t>(pipe)];
  if (flop.si == 0.0) return TermId::none;
  return tree.leaf(to_string(pipe), "t = F / P", exact(flop) / estimate(rate),
                   {operand("F", flop, kernel.flop_sources[static_cast<std::size_t>(pipe)]),
                    operand("P", rate)});
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
