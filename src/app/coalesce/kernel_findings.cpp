#include "src/app/coalesce/kernel_findings.hpp"

#include <algorithm>
#include <functional>
#include <map>

#include "models/access/strides.hpp"
#include "src/app/coalesce/variants.hpp"

namespace gpumodel {
namespace {

bool is_uncoalesced(const AccessSums& sums) {
  return sums.requests > 0.0 && sums.sectors >= 2.0 * ideal_sectors(sums);
}

double sectors_of_structures(const CoalesceKernelAnswer& a, const KernelAnalysis& analysis) {
  double total = 0.0;
  for (std::size_t i = 0; i < a.accesses().size(); ++i) {
    if (is_structures(a.array_of(i))) total += analysis.traffic.accesses[i].sectors;
  }
  return total;
}

double dram_bytes(const CacheVolumes& volumes) {
  return volumes.dram_read_bytes + volumes.dram_write_bytes;
}

bool depends_on_data(const CoalesceKernelAnswer& a, std::size_t array) {
  return std::ranges::any_of(a.analysis.traffic.streams, [&](const StreamTraffic& stream) {
    return stream.array == array && stream.random;
  });
}

bool is_strided(const WarpLanes& lanes) {
  return lanes.active_lanes() > 1 && stride_of(lanes) && lanes.bytes == word_bytes;
}

}  // namespace

std::vector<std::size_t> uncoalesced_accesses(const CoalesceKernelAnswer& a) {
  std::vector<std::size_t> found;
  for (const std::size_t i : a.shown) {
    const Array& array = a.array_of(i);
    const bool told_elsewhere = is_structures(array) && a.as_arrays;
    if (array.space == MemorySpace::global && !told_elsewhere && is_uncoalesced(a.sums(i))) {
      found.push_back(i);
    }
  }
  std::ranges::stable_sort(found, std::greater{},
                           [&](std::size_t i) { return wasted_bytes(a.sums(i)); });
  return found;
}

std::optional<ArrayPerMember> one_array_per_member(const CoalesceKernelAnswer& a) {
  if (!a.as_arrays) return std::nullopt;
  return ArrayPerMember{.sectors = sectors_of_structures(a, *a.as_arrays),
                        .sectors_before = sectors_of_structures(a, a.analysis),
                        .dram_bytes = dram_bytes(a.as_arrays->cold),
                        .dram_bytes_before = dram_bytes(a.analysis.cold)};
}

std::vector<OtherConflicts> other_conflicts(const CoalesceKernelAnswer& a) {
  std::map<std::size_t, std::size_t> worst;  // by array
  const auto lost = [&](std::size_t i) { return a.sums(i).wavefronts - a.sums(i).passes; };
  for (const std::size_t i : a.shown) {
    const std::size_t array = a.accesses()[i].array;
    const bool padded =
        std::ranges::find(a.paddings, array, &KernelPadding::array) != a.paddings.end();
    if (a.array_of(i).space != MemorySpace::shared || padded || !has_conflicts(a.sums(i))) continue;
    const auto [at, fresh] = worst.try_emplace(array, i);
    if (lost(i) > lost(at->second)) at->second = i;
  }
  std::vector<OtherConflicts> found;
  for (const auto& [array, i] : worst) {
    found.push_back({i, depends_on_data(a, array), is_strided(a.warp.accesses[i].lanes)});
  }
  return found;
}

}  // namespace gpumodel
