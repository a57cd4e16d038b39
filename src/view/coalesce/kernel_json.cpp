#include "src/view/coalesce/kernel_json.hpp"

#include "src/view/coalesce/json.hpp"
#include "src/view/coalesce/kernel_advice.hpp"
#include "src/view/predict/traffic_json.hpp"

namespace gpumodel {
namespace {

Json ratio_or_null(double part, double whole) {
  return whole > 0.0 ? Json(part / whole) : Json(nullptr);
}

Json number_of(const std::optional<std::size_t>& access) {
  return access ? Json(*access + 1) : Json(nullptr);
}

Json total_json(const CoalesceKernelAnswer& a) {
  const AccessSums sums = sum_of(a, MemorySpace::global);
  if (sums.requests == 0.0) return nullptr;
  return {{"requests", sums.requests},
          {"requested_bytes", sums.requested_bytes},
          {"used_bytes", sums.used_bytes},
          {"sectors", sums.sectors},
          {"lines", sums.lines},
          {"sectors_per_request", ratio_or_null(sums.sectors, sums.requests)},
          {"lines_per_request", ratio_or_null(sums.lines, sums.requests)},
          {"sector_utilisation", ratio_or_null(sums.used_bytes, sums.sectors * sector_bytes)},
          {"line_utilisation", ratio_or_null(sums.used_bytes, sums.lines * line_bytes)}};
}

Json footprint_json(const CoalesceKernelAnswer& a) {
  const CacheVolumes& v = a.analysis.cold;
  const auto known = [&](double value) { return a.ask.target.gpu ? Json(value) : Json(nullptr); };
  return {{"warp_load_sectors", v.warp_sectors},   {"block_sectors", v.block_sectors},
          {"wave_blocks", known(v.wave_blocks)},   {"waves", known(v.waves)},
          {"wave_sectors", known(v.wave_sectors)}, {"launch_sectors", v.launch_sectors}};
}

Json caches_json(const CoalesceKernelAnswer& a) {
  const CacheVolumes& v = a.analysis.cold;
  const auto known = [&](double value) { return a.ask.target.gpu ? Json(value) : Json(nullptr); };
  return {{"l1_load_sectors", v.l1_load_sectors},
          {"l1_hit_rate", ratio_or_null(v.l1_hit_sectors, v.l1_load_sectors)},
          {"l2_load_sectors", v.l2_load_sectors},
          {"l2_store_sectors", v.l2_store_sectors},
          {"l2_atomic_sectors", v.l2_atomic_sectors},
          {"l2_spill_sectors", v.local_sectors},
          {"dram_read_bytes", known(v.dram_read_bytes)},
          {"dram_write_bytes", known(v.dram_write_bytes)},
          {"warm_dram_read_bytes", known(a.analysis.warm.dram_read_bytes)},
          {"warm_dram_write_bytes", known(a.analysis.warm.dram_write_bytes)},
          {"compulsory_read_bytes", v.compulsory_read_bytes},
          {"compulsory_write_bytes", v.compulsory_write_bytes}};
}

Json instructions_json(const CoalesceKernelAnswer& a) {
  const InstructionMix& mix = a.analysis.mix;
  double loads = 0.0, stores = 0.0, atomics = 0.0;
  for (std::size_t i = 0; i < a.accesses().size(); ++i) {
    const Access::Op op = a.accesses()[i].op;
    double& kind = op == Access::Op::load ? loads : op == Access::Op::store ? stores : atomics;
    kind += a.sums(i).requests;
  }
  Json flop;
  for (const Pipe pipe : all_pipes) {
    flop[std::string(to_string(pipe))] = mix.flop[static_cast<std::size_t>(pipe)];
  }
  flop["tensor"] = mix.tensor_flop;
  return {{"threads", a.threads()},
          {"warps", a.analysis.traffic.warps},
          {"flop", std::move(flop)},
          {"loads", loads},
          {"stores", stores},
          {"atomics", atomics},
          {"barriers", mix.barriers},
          {"stated", mix.stated()},
          {"estimated_control", mix.control},
          {"estimated_address", mix.address},
          {"total", mix.total()}};
}

Json dram_bytes_of(const CoalesceKernelAnswer& a, const KernelAnalysis& analysis) {
  if (!a.ask.target.gpu) return nullptr;
  return analysis.cold.dram_read_bytes + analysis.cold.dram_write_bytes;
}

double global_sectors(const CoalesceKernelAnswer& a, const KernelAnalysis& analysis) {
  double sectors = 0.0;
  for (std::size_t i = 0; i < a.accesses().size(); ++i) {
    sectors += analysis.traffic.accesses[i].sectors;
  }
  return sectors;
}

Json structures_json(const CoalesceKernelAnswer& a) {
  if (!a.as_arrays) return nullptr;
  return {{"sectors_as_structures", global_sectors(a, a.analysis)},
          {"sectors_as_arrays", global_sectors(a, *a.as_arrays)},
          {"dram_bytes_as_structures", dram_bytes_of(a, a.analysis)},
          {"dram_bytes_as_arrays", dram_bytes_of(a, *a.as_arrays)}};
}

Json paddings_json(const CoalesceKernelAnswer& a) {
  Json all = Json::array();
  for (const KernelPadding& padding : a.paddings) {
    all.push_back({{"array", a.kernel().arrays[padding.array].name},
                   {"row_elements", padding.row_elements},
                   {"elements", padding.elements},
                   {"wavefronts_before", padding.wavefronts_before},
                   {"wavefronts", padding.wavefronts}});
  }
  return all;
}

Json launch_json(const CoalesceKernelAnswer& a) {
  const LaunchShape& shape = a.analysis.shape;
  Json launch = {{"grid", shape.grid},
                 {"blocks", a.analysis.traffic.blocks},
                 {"resident_blocks_per_sm", a.analysis.facts.resident_blocks}};
  launch["worst_access"] = number_of(worst_access(a));
  launch["drawn_access"] = number_of(a.drawn);
  launch["accesses"] = objects_of(launch_access_object(), launch_accesses(a.kernel(), a.analysis));
  launch["total"] = total_json(a);
  launch["footprint"] = footprint_json(a);
  launch["caches"] = caches_json(a);
  launch["instructions"] = instructions_json(a);
  launch["structures_as_arrays"] = structures_json(a);
  launch["paddings"] = paddings_json(a);
  launch["advice"] = kernel_advice(a);
  return launch;
}

void add_reasons(const CoalesceKernelAnswer& a, std::vector<Diagnostic>& notes) {
  const auto reason = [&](std::string message) {
    notes.push_back(
        {.severity = Severity::note, .id = "not-applicable", .message = std::move(message)});
  };
  reason(
      "expressions, elem, fields, store, shape, where, struct, layout, padding, strides: the "
      "kernel's file says which accesses there are, and 'launch' what follows from them");
  if (!a.ask.target.gpu) {
    reason("wave_blocks, waves, wave_sectors, dram bytes: only a compute capability was given");
  }
}

}  // namespace

Json coalesce_kernel_json(const CoalesceKernelAnswer& a) {
  CoalesceAnswer warp = a.warp;
  warp.accesses.clear();
  for (const std::size_t i : a.shown) warp.accesses.push_back(a.warp.accesses[i]);
  add_reasons(a, warp.warnings);
  Json document = coalesce_json(warp);
  document["launch"] = launch_json(a);
  return document;
}

}  // namespace gpumodel
