#include "models/analysis/kernel_analysis.hpp"

#include <algorithm>
#include <utility>

#include "models/analysis/blocks_per_sm.hpp"
#include "models/analysis/other_devices.hpp"
#include "models/core/constants.hpp"
#include "models/hardware/derive.hpp"
#include "models/kernel/compiler/code_estimate.hpp"
#include "models/kernel/compiler/spills.hpp"
#include "models/kernel/workload.hpp"
#include "models/occupancy/occupancy.hpp"

namespace gpumodel {
namespace {

constexpr ComputeCapability newest{12, 1};

CacheEdge edge_of(const CacheEdgeParameters& edge) {
  return {edge.kept.known().si, edge.lost.known().si};
}

// What of the facts depends on numbers of the device.
void set_caches(const Gpu& gpu, CacheFacts& facts) {
  const CacheParameters& cache = gpu.machine.cache;
  facts.l1_edge = edge_of(cache.l1);
  if (!gpu.l2_capacity.is_known()) return;
  facts.l2_bytes = gpu.l2_capacity.si;
  facts.l2_edge = edge_of(cache.l2);
  facts.l2_dirty = cache.l2_dirty.known().si;
}

Gpu usual_gpu(ComputeCapability capability) {
  Gpu gpu;
  gpu.compute_capability = capability;
  derive_missing(gpu);
  return gpu;
}

const MemoryRules& rules_of(ComputeCapability cc) {
  const MemoryRules* rules = find_memory_rules(cc);
  return rules != nullptr ? *rules : *find_memory_rules({3, 0});
}

CacheFacts facts_of(const LaunchShape& shape, ComputeCapability cc, const Gpu* gpu,
                    KernelAnalysis& analysis) {
  CacheFacts facts{.rules = &rules_of(cc)};
  facts.resident_blocks = std::max(1, blocks_per_sm(shape, cc, 0).value_or(1));
  const auto shared = static_cast<double>(shape.shared_memory.value_or(0));
  facts.l1_bytes = l1_bytes(cc, facts.resident_blocks, shared, shape.carveout);
  if (gpu == nullptr) {
    set_caches(usual_gpu(cc), facts);
    analysis.approximations.push_back(
        {.message = "no device: reuse beyond a wave of one SM is not counted"});
    return facts;
  }
  facts.sms = gpu->sms.is_known() ? gpu->sms.si : 1.0;
  set_caches(*gpu, facts);
  if (facts.l2_bytes == 0.0) {
    analysis.approximations.push_back({.message = "the device does not state l2.capacity: reuse "
                                                  "beyond a wave of blocks is not counted"});
  }
  return facts;
}

void find_paths(const Gpu& gpu, KernelAnalysis& analysis) {
  analysis.path = warp_path(analysis.traffic.course, gpu);
  analysis.kinds.clear();
  for (const BlockKind& kind : analysis.traffic.kinds) {
    analysis.kinds.push_back(warp_path(kind.course, gpu));
  }
}

void find_volumes(KernelAnalysis& analysis) {
  analysis.cold =
      cache_volumes(analysis.traffic, *analysis.touched, analysis.facts, CacheStart::cold);
}

// What hangs on the device, of an analysis whose shape and traffic are known.
void find_device_part(ComputeCapability cc, const Gpu* gpu, const std::vector<CodeCounts>& code,
                      KernelAnalysis& result) {
  result.approximations.clear();
  result.facts = facts_of(result.shape, cc, gpu, result);
  result.approximations.insert(result.approximations.end(), result.traffic.approximations.begin(),
                               result.traffic.approximations.end());
  result.mix = instruction_mix(result.traffic.execution, code, cc);
  find_volumes(result);
  if (gpu != nullptr) find_paths(*gpu, result);
}

KernelAnalysis analyse_for(PreparedKernel& kernel, ComputeCapability cc, const Gpu* gpu,
                           bool paired = false) {
  KernelAnalysis result;
  result.work = kernel.program.work;
  result.shape = kernel.shape;
  result.traffic = launch_traffic(kernel.program, rules_of(cc), paired);
  result.touched.emplace(result.traffic);
  if (kernel.code.empty()) kernel.code = estimate_code(kernel.program);
  find_device_part(cc, gpu, kernel.code, result);
  return result;
}

}  // namespace

CacheVolumes KernelAnalysis::volumes(CacheStart start) const {
  return moves_as_cold(start) ? cold : cache_volumes(traffic, *touched, facts, start);
}

PreparedKernel::PreparedKernel(const Kernel& kernel, std::span<const Number> values, double work)
    : shape(launch_shape(kernel, values)), program(prepare(kernel, values, shape, work)) {
  if (!shape.shared_memory && program.shared_bytes > 0) shape.shared_memory = program.shared_bytes;
  if (!shape.registers_per_thread && program.is_short_of_registers) {
    shape.registers_per_thread = most_registers(shape.threads_per_block());
  }
}

double l1_bytes(ComputeCapability cc, double blocks, double shared_bytes_per_block,
                std::optional<std::int64_t> preferred) {
  const SmLimits* limits = find_limits(cc);
  const MemoryRules* rules = find_memory_rules(cc);
  if (limits == nullptr || rules == nullptr) return 0.0;
  if (!rules->usual_in_l1) return constants::read_only_cache.value;
  if (limits->unified_l1 == 0) return constants::texture_cache.value;
  double needed = blocks * (shared_bytes_per_block +
                            static_cast<double>(limits->reserved_shared_memory_per_block));
  if (preferred) {  // which is more than the blocks need, or too little for one
    const auto asked = carveout_from_percent(*limits, static_cast<int>(*preferred));
    needed = std::max(needed, static_cast<double>(asked.value_or(0)));
  }
  auto carveout = static_cast<double>(limits->shared_memory);
  for (const std::int64_t choice : limits->carveouts) {
    if (static_cast<double>(choice) >= needed) {
      carveout = std::min(carveout, static_cast<double>(choice));
    }
  }
  return static_cast<double>(limits->unified_l1) - carveout;
}

KernelAnalysis analyse(const Kernel& kernel, std::span<const Number> values, const Gpu* gpu,
                       double work) {
  PreparedKernel prepared(kernel, values, work);
  return analyse_for(prepared, gpu == nullptr ? newest : gpu->compute_capability, gpu);
}

KernelAnalysis analyse(const Kernel& kernel, std::span<const Number> values,
                       ComputeCapability capability, double work) {
  PreparedKernel prepared(kernel, values, work);
  return analyse_for(prepared, capability, nullptr);
}

KernelAnalysis analyse(PreparedKernel& kernel, const Gpu& gpu, bool paired) {
  return analyse_for(kernel, gpu.compute_capability, &gpu, paired);
}

// Of all rules, those that blocks are run by; caches are looked at by the others for each device.
bool has_same_traffic(const Gpu& gpu, const KernelAnalysis& analysis) {
  const MemoryRules &here = rules_of(gpu.compute_capability), &there = *analysis.facts.rules;
  return here.words_per_bank == there.words_per_bank &&
         here.lines_per_clock == there.lines_per_clock;
}

bool has_traffic_without_lookups(const Gpu& gpu, const KernelAnalysis& analysis) {
  const MemoryRules &here = rules_of(gpu.compute_capability), &there = *analysis.facts.rules;
  if (here.lines_per_clock) return false;
  return here.words_per_bank == there.words_per_bank ? there.lines_per_clock.has_value()
                                                     : analysis.traffic.knows_paired;
}

void analyse_on_other_device(const Gpu& gpu, const PreparedKernel& kernel,
                             KernelAnalysis& analysis) {
  if (has_traffic_without_lookups(gpu, analysis)) {
    analysis.traffic.leave_out_lookups(rules_of(gpu.compute_capability).words_per_bank !=
                                       analysis.facts.rules->words_per_bank);
  }
  find_device_part(gpu.compute_capability, &gpu, kernel.code, analysis);
}

void analyse_device_again(const Gpu& gpu, KernelAnalysis& analysis) {
  CacheFacts facts = analysis.facts;
  set_caches(gpu, facts);
  if (facts != analysis.facts) {
    analysis.facts = facts;
    find_volumes(analysis);
  }
  find_paths(gpu, analysis);
}

namespace {

Bytes requested_loads(const Kernel& kernel, const LaunchTraffic& traffic) {
  double bytes = 0.0;
  for (std::size_t i = 0; i < traffic.accesses.size(); ++i) {
    const Access& access = kernel.thread->accesses[i];
    const bool global = kernel.arrays[access.array].space == MemorySpace::global;
    if (global && access.op == Access::Op::load) bytes += traffic.accesses[i].requested_bytes;
  }
  return Bytes{bytes};
}

}  // namespace

Workload workload_of(const Kernel& kernel, std::span<const Number> values,
                     const KernelAnalysis& analysis) {
  Workload work = evaluate(kernel, values);
  add_traffic(kernel, analysis, work);
  return work;
}

void add_traffic(const Kernel& kernel, const KernelAnalysis& analysis, Workload& work) {
  work.launch = analysis.shape;
  for (std::size_t pipe = 0; pipe < pipe_count; ++pipe) {
    work.flop[pipe] = Flop{analysis.mix.flop[pipe]};
  }
  work.loaded = Bytes{analysis.cold.compulsory_read_bytes};
  work.stored = Bytes{analysis.cold.compulsory_write_bytes};
  work.unread = Bytes{analysis.cold.unread_write_bytes};
  work.requested = requested_loads(kernel, analysis.traffic);
}

}  // namespace gpumodel
