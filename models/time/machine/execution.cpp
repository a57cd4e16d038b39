#include <algorithm>
#include <array>

#include "models/access/lanes.hpp"
#include "models/time/machine/l1_cycles.hpp"
#include "models/time/machine/rates.hpp"
#include "models/time/machine/terms.hpp"

namespace gpumodel {
namespace {

// Of two errors, that which leaves more room.
const Constant& wider(const Constant& a, const Constant& b) {
  return a.high >= b.high ? a : b;
}

// Cycles of all SMs; the busiest one decides.
TermId sm_term(TermTree& tree, std::string_view name, Worked<Cycles> work, const SmTime& sm,
               const MachineDemand& demand, const Constant& error) {
  const TermId term =
      tree.leaf(name, tree.workings().within(
                          of_sample(sm.uneven * work / sm.cycles_of_all, demand),
                          demand.openacc ? wider(error, constants::error_of_openacc_code) : error));
  tree.is_spread_unevenly(term, sm.uneven.value().si);
  return term;
}

// Warp instructions of a unit per SM and cycle, from the results of its lanes.
Worked<PerCycle> rate_of(Workings& w, const Sourced<Count>& lanes) {
  return w.named("r", w.number("p", lanes) / w.literal(lanes_per_warp)).as<PerCycle>();
}

// Stores to lines that are still on their way from DRAM hold up L1's data path.
TermId early_stores_term(TermTree& tree, const SmTime& sm, const MachineDemand& demand) {
  if (demand.early_stores <= 0.0) return TermId::none;
  Workings& w = tree.workings();
  const auto work = w.count("n", Count{demand.early_stores}, "accesses") *
                    w.constant<Cycles>("c", constants::early_store);
  return sm_term(tree, "early_stores", work, sm, demand, constants::error_of_l1);
}

// One result for each lane, on one of the two units for packed halves: what all threads share is
// put into both halves by a selector, which the other does not have.
Worked<PerCycle> rate_of_halves(Workings& w, const Sourced<Count>& packed) {
  const auto lanes = min(w.number("p", packed) / w.literal(2.0),
                         w.constant<Count>("p_1", constants::lanes_of_halves));
  return w.named("r", lanes / w.literal(lanes_per_warp)).as<PerCycle>();
}

TermId unit_term(TermTree& tree, std::string_view name, double instructions,
                 MachineOperation operation, const SmTime& sm, const MachineDemand& demand,
                 const Gpu& gpu) {
  if (instructions <= 0.0) return TermId::none;
  Workings& w = tree.workings();
  const auto work = w.count("W", Count{instructions}, "instructions");
  return sm_term(tree, name, work / rate_of(w, gpu.machine.operations[operation].throughput), sm,
                 demand, constants::error_of_execution);
}

// With the slots for which multiply-adds of three registers hold a unit or the schedulers of this
// rate beyond their own (PreparedOperation::three_registers).
Worked<Count> with_registers(Workings& w, Worked<Count> work, Pipe pipe,
                             const MachineDemand& demand, const Gpu& gpu, Worked<PerCycle> rate) {
  const auto index = static_cast<std::size_t>(pipe);
  const double reading = demand.three_registers[index];
  const MachineParameters& machine = gpu.machine;
  const Sourced<Count>& one =
      pipe == Pipe::fp64 ? machine.fp64_fma_one_chain : machine.fp32_fma_one_chain;
  if (pipe == Pipe::fp16 || reading <= 0.0 || !one.is_known()) return work;
  const auto slots = rate.as<Count>() * w.literal(lanes_per_warp) / w.number({"p", index}, one);
  return work + w.count({"A", index}, Count{reading}, "multiply-adds of three registers") *
                    w.named({"x", index}, max(w.zero<Count>(), slots - w.literal(1.0)));
}

}  // namespace

SmTime::SmTime(Workings& w, const MachineDemand& demand, const Gpu& gpu)
    : uneven(imbalance(w, demand, gpu)), cycles_of_all(sms(w, gpu) * sm_clock(w, gpu)) {}

// What reads no register goes where the others wait for theirs.
Worked<Count> issue_slots(Workings& w, Symbol symbol, const MachineDemand& demand, const Gpu& gpu) {
  const auto work = w.count(symbol, Count{demand.instructions}, "instructions");
  const auto rate = w.number("r", gpu.machine.issue).as<PerCycle>();
  const auto held = with_registers(w, with_registers(w, work, Pipe::fp32, demand, gpu, rate),
                                   Pipe::fp64, demand, gpu, rate);
  if (held.value().si <= work.value().si) return work;
  return max(work, held - w.count("N", Count{demand.no_registers}, "that read no register"));
}

TermId issue_term(TermTree& tree, const SmTime& sm, const MachineDemand& demand, const Gpu& gpu) {
  if (demand.instructions <= 0.0) return TermId::none;
  Workings& w = tree.workings();
  auto work = issue_slots(w, "W", demand, gpu);
  if (demand.held_slots > 0.0) {
    work = work + w.count("W_h", Count{demand.held_slots}, "slots that sequences leave empty");
  }
  return sm_term(tree, "issue", work / w.number("r", gpu.machine.issue).as<PerCycle>(), sm, demand,
                 constants::error_of_execution);
}

TermId pipe_term(TermTree& tree, Pipe pipe, const SmTime& sm, const MachineDemand& demand,
                 const Gpu& gpu) {
  constexpr std::array operations = {MachineOperation::fp64_fma, MachineOperation::fp32_fma,
                                     MachineOperation::fp16_fma};
  const auto index = static_cast<std::size_t>(pipe);
  if (demand.floating[index] <= 0.0) return TermId::none;
  Workings& w = tree.workings();
  const Sourced<Count>& throughput = gpu.machine.operations[operations[index]].throughput;
  const Worked<PerCycle> rate =
      pipe == Pipe::fp16 ? rate_of_halves(w, throughput) : rate_of(w, throughput);
  const auto work = with_registers(w, w.count("W", Count{demand.floating[index]}, "instructions"),
                                   pipe, demand, gpu, rate);
  return sm_term(tree, to_string(pipe), work / rate, sm, demand, constants::error_of_execution);
}

// Every other addition that is stated nvcc makes a multiply-add, which another unit does: the rate
// of additions is that of both. All else is the integer unit's own.
TermId integer_term(TermTree& tree, const SmTime& sm, const MachineDemand& demand, const Gpu& gpu) {
  constexpr MachineOperation own = MachineOperation::int_logic, sums = MachineOperation::int_add;
  if (demand.additions <= 0.0)
    return unit_term(tree, "integer", demand.integer, own, sm, demand, gpu);
  Workings& w = tree.workings();
  const auto all = w.count("W", Count{demand.integer}, "instructions");
  const auto added = w.count("W_+", Count{demand.additions}, "integer additions");
  const auto alone = (all - added) / rate_of(w, gpu.machine.operations[own].throughput);
  const auto with_others = all / rate_of(w, gpu.machine.operations[sums].throughput);
  return sm_term(tree, "integer", max(alone, with_others), sm, demand,
                 constants::error_of_execution);
}

TermId special_term(TermTree& tree, const SmTime& sm, const MachineDemand& demand, const Gpu& gpu) {
  return unit_term(tree, "special", demand.special, MachineOperation::special_rcp, sm, demand, gpu);
}

// Lanes that load different words of constant memory go one after the other.
TermId constant_term(TermTree& tree, const SmTime& sm, const MachineDemand& demand) {
  if (demand.constant_words <= 0.0) return TermId::none;
  Workings& w = tree.workings();
  auto work = w.count("W", Count{demand.constant_words}, "different words of constant memory") *
              w.constant<Cycles>("c", constants::cycles_of_constant_word);
  if (demand.constant_lines > 0.0) {
    work = work + w.count("L", Count{demand.constant_lines}, "lines that its cache has not") *
                      w.constant<Cycles>("c_l", constants::cycles_of_constant_line);
  }
  if (demand.constant_lines_in_turn > 0.0) {
    work =
        work + w.count("L_t", Count{demand.constant_lines_in_turn}, "such lines that warps share") *
                   w.constant<Cycles>("c_t", constants::cycles_of_constants_in_turn);
  }
  return sm_term(tree, "constant", work, sm, demand, constants::error_of_execution);
}

TermId tensor_term(TermTree& tree, const SmTime& sm, const MachineDemand& demand, const Gpu& gpu) {
  if (demand.tensor_flop <= 0.0) return TermId::none;
  Workings& w = tree.workings();
  const Worked<Seconds> time = sm.uneven * w.count("F", Flop{demand.tensor_flop}, "operations") /
                               w.number("P", gpu.machine.sustained_tensor_f16);
  const TermId term = tree.leaf("tensor", w.within(time, constants::error_of_execution));
  tree.is_spread_unevenly(term, sm.uneven.value().si);
  return term;
}

TermId l1_term(TermTree& tree, const SmTime& sm, const MachineDemand& demand, const Gpu& gpu) {
  const Worked<Cycles> work = l1_cycles(tree.workings(), demand, gpu);
  if (work.value().si <= 0.0) return TermId::none;
  return sm_term(tree, "l1", work, sm, demand, constants::error_of_l1);
}

TermId data_path_term(TermTree& tree, const SmTime& sm, const MachineDemand& demand,
                      const Gpu& gpu) {
  const TermId l1 = l1_term(tree, sm, demand, gpu);
  const TermId early = early_stores_term(tree, sm, demand);
  return early == TermId::none ? l1 : tree.combine("data_path", Combine::sum, {l1, early});
}

TermId shared_atomics_term(TermTree& tree, const SmTime& sm, const MachineDemand& demand,
                           const Gpu& gpu) {
  if (demand.shared_atomics.empty()) return TermId::none;
  const Worked<Cycles> work = shared_atomics_cycles(tree.workings(), demand, gpu);
  return sm_term(tree, "shared_atomics", work, sm, demand, constants::error_of_l1);
}

}  // namespace gpumodel
