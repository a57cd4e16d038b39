#include "src/view/predict/traffic_json.hpp"

namespace gpumodel {
namespace {

std::string_view space_of(const LaunchAccess& a) {
  return a.array.space == MemorySpace::shared     ? "shared"
         : a.array.space == MemorySpace::constant ? "constant"
                                                  : "global";
}

// Of a number of each request; null for shared and constant memory where they have none.
constexpr auto per_request(double AccessSums::*number, bool global_only) {
  return [=](const LaunchAccess& a) -> std::optional<double> {
    if (global_only && a.array.space != MemorySpace::global) return std::nullopt;
    return ratio(a.sums.*number, a.sums.requests);
  };
}

constexpr auto utilisation(double AccessSums::*pieces, double bytes) {
  return [=](const LaunchAccess& a) -> std::optional<double> {
    if (a.array.space != MemorySpace::global) return std::nullopt;
    return ratio(a.sums.used_bytes, bytes * (a.sums.*pieces));
  };
}

constexpr auto of_volumes(double (CacheVolumes::*bytes)() const) {
  return [=](const Prediction& p) {
    return p.analysis ? std::optional((p.analysis->cold.*bytes)()) : std::nullopt;
  };
}

}  // namespace

const Object<Prediction>& traffic_object() {
  static const Object<Prediction> table(
      "traffic", "Bytes moved at each level of the memory hierarchy.",
      {
          {"l1_bytes", "B; null: not known at this depth of the descriptor",
           of_volumes(&CacheVolumes::l1_bytes)},
          {"l2_bytes", "B; null: not known at this depth of the descriptor",
           of_volumes(&CacheVolumes::l2_bytes)},
          {"dram_read_bytes", "B",
           [](auto& p) {
             return p.analysis ? p.analysis->cold.dram_read_bytes : p.work.loaded.si;
           }},
          {"dram_write_bytes", "B",
           [](auto& p) {
             return p.analysis ? p.analysis->cold.dram_write_bytes : p.work.stored.si;
           }},
          {"l1_hit_rate",
           "of the sectors that global loads look up in L1",
           of_volumes(&CacheVolumes::l1_hit_rate),
           {.most = 1, .left_out = true}},
          {"warm_dram_read_bytes",
           "B read from device memory if the same launch ran just before",
           [](auto& p) {
             return p.analysis
                        ? std::optional(p.analysis->volumes(CacheStart::warm).dram_read_bytes)
                        : std::nullopt;
           },
           {.left_out = true}},
      });
  return table;
}

const Object<LaunchAccess>& launch_access_object() {
  static const Object<LaunchAccess> table(
      "launch_access", "One load or store of the kernel.",
      {
          {"array", "", [](auto& a) { return a.array.name; }},
          {"op", "", [](auto& a) { return a.access.op; }},
          {"expression", "", [](auto& a) { return a.access.expression.text; }},
          {"line",
           "of the kernel file",
           [](auto& a) { return a.access.source.line; },
           {.least = 1}},
          {"space", "", space_of, {.words = "global|shared|constant"}},
          {"requests", "warp instructions of the launch", [](auto& a) { return a.sums.requests; }},
          {"active_lanes_per_request", "lanes that take part, average; null: never executed",
           per_request(&AccessSums::active_lanes, false)},
          {"requested_bytes", "B, active lanes times element",
           [](auto& a) { return a.sums.requested_bytes; }},
          {"sectors_per_request", "32-byte sectors; null: not a global access, or never executed",
           per_request(&AccessSums::sectors, true)},
          {"lines_per_request", "128-byte lines; null as above",
           per_request(&AccessSums::lines, true)},
          {"sector_utilisation", "distinct bytes touched over bytes of the sectors; null as above",
           utilisation(&AccessSums::sectors, 32.0), zero_to_one},
          {"line_utilisation", "distinct bytes touched over bytes of the lines; null as above",
           utilisation(&AccessSums::lines, 128.0), zero_to_one},
          {"wavefronts_per_request", "clocks of the L1 data path; null: never executed",
           per_request(&AccessSums::wavefronts, false)},
          {"passes_per_request", "wavefronts were there no bank conflict; null: never executed",
           per_request(&AccessSums::passes, false)},
      });
  return table;
}

std::vector<LaunchAccess> launch_accesses(const Kernel& kernel, const KernelAnalysis& analysis) {
  std::vector<LaunchAccess> all;
  for (std::size_t i = 0; i < kernel.thread->accesses.size(); ++i) {
    const Access& access = kernel.thread->accesses[i];
    all.push_back({kernel.arrays[access.array], access, analysis.traffic.accesses[i]});
  }
  return all;
}

}  // namespace gpumodel
