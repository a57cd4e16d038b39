#include "src/view/predict/traffic_json.hpp"

namespace gpumodel {
namespace {

Json ratio(double part, double whole) {
  return whole > 0.0 ? Json(part / whole) : Json(nullptr);
}

Json access_json(const Kernel& kernel, const Access& access, const AccessSums& sums) {
  const Array& array = kernel.arrays[access.array];
  const bool shared = array.space == MemorySpace::shared;
  Json one = {{"array", array.name},
              {"op", to_string(access.op)},
              {"expression", access.expression.text},
              {"line", access.source.line},
              {"space", shared                                 ? "shared"
                        : array.space == MemorySpace::constant ? "constant"
                                                               : "global"},
              {"requests", sums.requests},
              {"active_lanes_per_request", ratio(sums.active_lanes, sums.requests)},
              {"requested_bytes", sums.requested_bytes}};
  const bool global = array.space == MemorySpace::global;
  one["sectors_per_request"] = global ? ratio(sums.sectors, sums.requests) : Json(nullptr);
  one["lines_per_request"] = global ? ratio(sums.lines, sums.requests) : Json(nullptr);
  one["sector_utilisation"] = global ? ratio(sums.used_bytes, 32.0 * sums.sectors) : Json(nullptr);
  one["line_utilisation"] = global ? ratio(sums.used_bytes, 128.0 * sums.lines) : Json(nullptr);
  one["wavefronts_per_request"] = ratio(sums.wavefronts, sums.requests);
  one["passes_per_request"] = ratio(sums.passes, sums.requests);
  return one;
}

}  // namespace

Json traffic_json(const Prediction& p) {
  if (!p.analysis) {
    return {{"l1_bytes", nullptr},
            {"l2_bytes", nullptr},
            {"dram_read_bytes", p.work.loaded.si},
            {"dram_write_bytes", p.work.stored.si}};
  }
  const CacheVolumes& volumes = p.analysis->cold;
  return {{"l1_bytes", volumes.l1_bytes()},
          {"l2_bytes", volumes.l2_bytes()},
          {"dram_read_bytes", volumes.dram_read_bytes},
          {"dram_write_bytes", volumes.dram_write_bytes},
          {"l1_hit_rate", volumes.l1_hit_rate()},
          {"warm_dram_read_bytes", p.analysis->warm.dram_read_bytes}};
}

Json accesses_json(const Kernel& kernel, const KernelAnalysis& analysis) {
  Json all = Json::array();
  const std::vector<Access>& accesses = kernel.thread->accesses;
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    all.push_back(access_json(kernel, accesses[i], analysis.traffic.accesses[i]));
  }
  return all;
}

Json accesses_json(const Kernel& kernel, const Prediction& p) {
  return p.analysis ? accesses_json(kernel, *p.analysis) : Json(nullptr);
}

}  // namespace gpumodel
