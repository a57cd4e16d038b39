#include <algorithm>
#include <array>

#include "models/access/lanes.hpp"
#include "models/time/machine/rates.hpp"
#include "models/time/machine/term_errors.hpp"
#include "models/time/machine/terms.hpp"

namespace gpumodel {
namespace {

constexpr double busier_bank = 0.5;  // of two, for a register that may be in either

// Work of all SMs at a rate per SM and cycle; the busiest SM decides.
TermId sm_term(TermTree& tree, std::string_view name, std::string_view equation, double work,
               std::string_view from, const Rate& per_cycle, const MachineDemand& demand,
               const Gpu& gpu, double error = term_error::execution) {
  if (work <= 0.0) return TermId::none;
  if (demand.openacc) error = std::max(error, term_error::openacc_instructions);
  const Rate clock = sm_clock(gpu);
  const double uneven = imbalance(demand, gpu);
  const Rate rate{per_cycle.value * clock.value * gpu.sms.known().si / uneven, per_cycle.factor,
                  per_cycle.source};
  const TermId term = tree.leaf(
      name, equation, term_error::widened(time_at_rate(work, rate), error),
      {operand("W", Count{work}, from), operand("r", Count{per_cycle.value}, *per_cycle.source),
       operand("S", gpu.sms), operand("f", gpu.clock), operand("u", Count{uneven}, "launch")});
  tree.is_spread_unevenly(term, uneven);
  return term;
}

Rate lanes_rate(const Gpu& gpu, MachineOperation operation) {
  const Sourced<Count>& throughput = gpu.machine.operations[operation].throughput;
  return {throughput.known().si / lanes_per_warp, throughput.source.factor, &throughput.source};
}

// Two banks give a warp one register each per cycle. A multiply-add of three registers finds some
// of them in the reuse cache where the warp goes on with another one; where warps take turns it
// does not. What that costs is measured, and counted here as so many more instructions. Integer
// instructions between them read the busier bank as often as the other: loops of 16 multiply-adds
// on an H200 lose the slots of 0.7 to 2.4 of their two, by the registers that the compiler chose.
// Whether operands are registers at all (not constants) is its secret.
double work_of_pipe(Pipe pipe, const MachineDemand& demand, const Gpu& gpu, double per_cycle) {
  const auto index = static_cast<std::size_t>(pipe);
  const double work = demand.floating[index];
  if (pipe == Pipe::fp16) return work;
  const MachineParameters& machine = gpu.machine;
  const Sourced<Count>& one =
      pipe == Pipe::fp64 ? machine.fp64_fma_one_chain : machine.fp32_fma_one_chain;
  if (!one.is_known()) return work;
  const double lost = std::max(0.0, per_cycle * lanes_per_warp / one.si - 1.0);
  const double of_bank = machine.issue.is_known() ? per_cycle / machine.issue.si : 1.0;
  const double integer =
      busier_bank * of_bank * std::min(1.0, lost) * demand.integer / std::max(work, 1.0);
  return work + demand.alone[index] * (lost + integer);
}

}  // namespace

TermId issue_term(TermTree& tree, const MachineDemand& demand, const Gpu& gpu) {
  const Sourced<Count>& issue = gpu.machine.issue;
  const Rate rate{issue.known().si, issue.source.factor, &issue.source};
  return sm_term(tree, "issue", "t = u * W / (r * S * f)", demand.instructions, "instructions",
                 rate, demand, gpu);
}

TermId pipe_term(TermTree& tree, Pipe pipe, const MachineDemand& demand, const Gpu& gpu) {
  constexpr std::array operations = {MachineOperation::fp64_fma, MachineOperation::fp32_fma,
                                     MachineOperation::fp16_fma};
  const auto index = static_cast<std::size_t>(pipe);
  if (demand.floating[index] <= 0.0) return TermId::none;
  const Rate rate = lanes_rate(gpu, operations[index]);
  return sm_term(tree, to_string(pipe), "t = u * W / (r * S * f)",
                 work_of_pipe(pipe, demand, gpu, rate.value), "instructions", rate, demand, gpu);
}

TermId integer_term(TermTree& tree, const MachineDemand& demand, const Gpu& gpu) {
  if (demand.integer <= 0.0) return TermId::none;
  return sm_term(tree, "integer", "t = u * W / (r * S * f)", demand.integer, "instructions",
                 lanes_rate(gpu, MachineOperation::int_logic), demand, gpu);
}

TermId special_term(TermTree& tree, const MachineDemand& demand, const Gpu& gpu) {
  if (demand.special <= 0.0) return TermId::none;
  return sm_term(tree, "special", "t = u * W / (r * S * f)", demand.special, "instructions",
                 lanes_rate(gpu, MachineOperation::special_rcp), demand, gpu);
}

TermId tensor_term(TermTree& tree, const MachineDemand& demand, const Gpu& gpu) {
  if (demand.tensor_flop <= 0.0) return TermId::none;
  const Sourced<FlopPerSecond>& sustained = gpu.machine.sustained_tensor_f16;
  const double uneven = imbalance(demand, gpu);
  const Rate rate{sustained.known().si / uneven, sustained.source.factor, &sustained.source};
  const TermId term =
      tree.leaf("tensor", "t = u * F / P",
                term_error::widened(time_at_rate(demand.tensor_flop, rate), term_error::execution),
                {operand("F", Flop{demand.tensor_flop}, "operations"), operand("P", sustained),
                 operand("u", Count{uneven}, "launch")});
  tree.is_spread_unevenly(term, uneven);
  return term;
}

TermId l1_term(TermTree& tree, const MachineDemand& demand, const Gpu& gpu) {
  const Rate one{1.0, demand.uncertain_cycles, sm_clock(gpu).source};
  return sm_term(tree, "l1", "t = u * W / (r * S * f)", demand.load_store_cycles, "accesses", one,
                 demand, gpu, term_error::l1);
}

TermId shared_atomics_term(TermTree& tree, const MachineDemand& demand, const Gpu& gpu) {
  const Rate one{1.0, demand.uncertain_cycles, sm_clock(gpu).source};
  return sm_term(tree, "shared_atomics", "t = u * W / (r * S * f)", demand.shared_atomic_cycles,
                 "accesses", one, demand, gpu, term_error::l1);
}

}  // namespace gpumodel
