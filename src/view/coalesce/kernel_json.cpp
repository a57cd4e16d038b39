#include "src/view/coalesce/kernel_json.hpp"

#include "src/view/coalesce/kernel_advice.hpp"
#include "src/view/predict/traffic_json.hpp"

namespace gpumodel {
namespace {

using Answer = CoalesceKernelAnswer;

std::optional<std::size_t> number_of(const std::optional<std::size_t>& access) {
  return access ? std::optional(*access + 1) : std::nullopt;
}

const Object<AccessSums>& launch_total_object() {
  static const Object<AccessSums> table(
      "launch_total",
      "All global requests of the accesses shown, each counted for itself; null: there is none.",
      {
          {"requests", "warp instructions", &AccessSums::requests},
          {"requested_bytes", "", &AccessSums::requested_bytes},
          {"used_bytes", "distinct bytes of each request", &AccessSums::used_bytes},
          {"sectors", "", &AccessSums::sectors},
          {"lines", "", &AccessSums::lines},
          {"sectors_per_request", "", [](auto& s) { return s.sectors / s.requests; }},
          {"lines_per_request", "", [](auto& s) { return s.lines / s.requests; }},
          {"sector_utilisation", "used bytes / bytes moved",
           [](auto& s) { return ratio(s.used_bytes, s.sectors * sector_bytes); }, zero_to_one},
          {"line_utilisation", "used bytes / bytes moved",
           [](auto& s) { return ratio(s.used_bytes, s.lines * line_bytes); }, zero_to_one},
      });
  return table;
}

constexpr auto of_launch(double CacheVolumes::*number) {
  return [number](const Answer& a) { return a.analysis.cold.*number; };
}

// Null where only a compute capability was given.
constexpr auto of_device(double CacheVolumes::*number, CacheStart start = CacheStart::cold) {
  return [=](const Answer& a) {
    return only_if(a.ask.target.gpu.has_value(), a.analysis.volumes(start).*number);
  };
}

const Object<Answer>& footprint_object() {
  static const Object<Answer> table(
      "footprint",
      "Distinct sectors of 32 B, on average; null: only a compute capability was given.",
      {
          {"warp_load_sectors", "that a warp loads", of_launch(&CacheVolumes::warp_sectors)},
          {"block_sectors", "of a block, loads and stores apart",
           of_launch(&CacheVolumes::block_sectors)},
          {"wave_blocks", "blocks that run at the same time",
           of_device(&CacheVolumes::wave_blocks)},
          {"waves", "of the launch; the last may be partial", of_device(&CacheVolumes::waves)},
          {"wave_sectors", "of a wave", of_device(&CacheVolumes::wave_sectors)},
          {"launch_sectors", "of the launch", of_launch(&CacheVolumes::launch_sectors)},
      });
  return table;
}

const Object<Answer>& caches_object() {
  static const auto hit_rate = [](auto& a) {
    return ratio(a.analysis.cold.l1_hit_sectors, a.analysis.cold.l1_load_sectors);
  };
  static const auto spills = [](auto& a) { return a.analysis.cold.local_sectors(); };
  static const Object<Answer> table(
      "caches", "",
      {
          {"l1_load_sectors", "looked up by global loads",
           of_launch(&CacheVolumes::l1_load_sectors)},
          {"l1_hit_rate", "null: no global loads", hit_rate, zero_to_one},
          {"l2_load_sectors", "loads that miss L1", of_launch(&CacheVolumes::l2_load_sectors)},
          {"l2_store_sectors", "", of_launch(&CacheVolumes::l2_store_sectors)},
          {"l2_atomic_sectors", "", of_launch(&CacheVolumes::l2_atomic_sectors)},
          {"l2_spill_sectors", "register spills", spills},
          {"dram_read_bytes",
           "nothing in L2 at the start; null: only a compute capability was given",
           of_device(&CacheVolumes::dram_read_bytes)},
          {"dram_write_bytes", "", of_device(&CacheVolumes::dram_write_bytes)},
          {"warm_dram_read_bytes", "after the same launch",
           of_device(&CacheVolumes::dram_read_bytes, CacheStart::warm)},
          {"warm_dram_write_bytes", "",
           of_device(&CacheVolumes::dram_write_bytes, CacheStart::warm)},
          {"compulsory_read_bytes", "each piece once, what any cache would have to move",
           of_launch(&CacheVolumes::compulsory_read_bytes)},
          {"compulsory_write_bytes", "", of_launch(&CacheVolumes::compulsory_write_bytes)},
      });
  return table;
}

Field<InstructionMix> flop_of_mix(Pipe pipe) {
  return {to_string(pipe), "", [pipe](auto& mix) { return mix.flop[std::size_t(pipe)]; }};
}

const Object<InstructionMix>& mix_flop_object() {
  static const Object<InstructionMix> table("flop", "of all threads",
                                            {flop_of_mix(Pipe::fp64),
                                             flop_of_mix(Pipe::fp32),
                                             flop_of_mix(Pipe::fp16),
                                             {"tensor", "", &InstructionMix::tensor_flop}});
  return table;
}

constexpr auto requests_of(bool (*is_counted)(Access::Op)) {
  return [is_counted](const Answer& a) {
    double all = 0.0;
    for (std::size_t i = 0; i < a.accesses().size(); ++i) {
      if (is_counted(a.accesses()[i].op)) all += a.sums(i).requests;
    }
    return all;
  };
}

const Object<Answer>& instructions_object() {
  static const auto loads = requests_of([](Access::Op op) { return op == Access::Op::load; });
  static const auto stores = requests_of([](Access::Op op) { return op == Access::Op::store; });
  static const auto atomics =
      requests_of([](Access::Op op) { return op != Access::Op::load && op != Access::Op::store; });
  static const auto mix = [](auto& a) -> auto& { return a.analysis.mix; };
  static const Object<Answer> table(
      "instructions", "",
      {
          {"threads", "", &Answer::threads},
          {"warps", "", [](auto& a) { return a.analysis.traffic.warps; }},
          {"flop", "", mix_flop_object, mix},
          {"loads", "warp instructions, as all below", loads},
          {"stores", "", stores},
          {"atomics", "", atomics},
          {"barriers", "", [](auto& a) { return mix(a).barriers; }},
          {"stated", "by the kernel, memory accesses included",
           [](auto& a) { return mix(a).stated(); }},
          {"estimated_control", "loops and branches", [](auto& a) { return mix(a).control; }},
          {"estimated_address", "index arithmetic and the start of the kernel",
           [](auto& a) { return mix(a).address; }},
          {"total", "", [](auto& a) { return mix(a).total(); }},
      });
  return table;
}

double global_sectors(const KernelAnalysis& analysis) {
  double sectors = 0.0;
  for (const AccessSums& access : analysis.traffic.accesses) sectors += access.sectors;
  return sectors;
}

std::optional<double> dram_bytes_of(const Answer& a, const KernelAnalysis& analysis) {
  return only_if(a.ask.target.gpu.has_value(),
                 analysis.cold.dram_read_bytes + analysis.cold.dram_write_bytes);
}

const Object<Answer>& structures_object() {
  static const Object<Answer> table(
      "structures_as_arrays",
      "Arrays of structures against one array per member; null: there are none, or an access takes "
      "one as a whole.",
      {
          {"sectors_as_structures", "of all global requests",
           [](auto& a) { return global_sectors(a.analysis); }},
          {"sectors_as_arrays", "", [](auto& a) { return global_sectors(*a.as_arrays); }},
          {"dram_bytes_as_structures",
           "read and written, nothing in L2 at the start; null: only a compute capability was "
           "given",
           [](auto& a) { return dram_bytes_of(a, a.analysis); }},
          {"dram_bytes_as_arrays", "", [](auto& a) { return dram_bytes_of(a, *a.as_arrays); }},
      });
  return table;
}

struct PaddingOf {
  const Answer& answer;
  const KernelPadding& padding;
};

const Object<PaddingOf>& kernel_padding_object() {
  static const Object<PaddingOf> table(
      "kernel_padding", "The smallest padding with the fewest wavefronts.",
      {
          {"array", "", [](auto& p) { return p.answer.kernel().arrays[p.padding.array].name; }},
          {"row_elements", "along the fastest dimension, without padding",
           [](auto& p) { return p.padding.row_elements; }},
          {"elements", "of padding", [](auto& p) { return p.padding.elements; }},
          {"wavefronts_before", "of all accesses to it in the launch",
           [](auto& p) { return p.padding.wavefronts_before; }},
          {"wavefronts", "", [](auto& p) { return p.padding.wavefronts; }},
      });
  return table;
}

std::vector<PaddingOf> paddings_of(const Answer& a) {
  std::vector<PaddingOf> all;
  for (const KernelPadding& padding : a.paddings) all.push_back({a, padding});
  return all;
}

std::optional<AccessSums> total_of(const Answer& a) {
  const AccessSums sums = sum_of(a, MemorySpace::global);
  return only_if(sums.requests > 0.0, sums);
}

}  // namespace

const Object<Answer>& launch_object() {
  static const auto itself = std::identity{};
  static const Object<Answer> table(
      "launch", "Averages and sums over the launch of a kernel.",
      {
          {"grid", "blocks: x, y, z", [](auto& a) { return a.analysis.shape.grid; }, {.least = 1}},
          {"blocks", "", [](auto& a) { return a.analysis.traffic.blocks; }},
          {"resident_blocks_per_sm", "at a time, as many as fit",
           [](auto& a) { return a.analysis.facts.resident_blocks; }},
          {"worst_access",
           "number of the access that wastes most, from 1; null: none",
           [](auto& a) { return number_of(worst_access(a)); },
           {.least = 1}},
          {"drawn_access",
           "number of the access that is drawn",
           [](auto& a) { return number_of(a.drawn); },
           {.least = 1}},
          {"accesses",
           "averages over the launch, one per access of the thread program, in its order; the "
           "first has number 1",
           launch_access_object, [](auto& a) { return launch_accesses(a.kernel(), a.analysis); }},
          {"total", "", launch_total_object, total_of},
          {"footprint", "", footprint_object, itself},
          {"caches", "", caches_object, itself},
          {"instructions", "", instructions_object, itself},
          {"structures_as_arrays", "", structures_object,
           [](auto& a) { return a.as_arrays ? &a : nullptr; }},
          {"paddings", "one per shared array of several dimensions with bank conflicts",
           kernel_padding_object, paddings_of},
          {"advice", "what to change, in words", kernel_advice},
      });
  return table;
}

}  // namespace gpumodel
