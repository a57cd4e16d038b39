#include "src/view/coalesce/kernel_advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "models/access/strides.hpp"
#include "src/view/coalesce/kernel_tables.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t most_accesses = 6;  // of one report

bool is_structures(const Array& array) {
  return array.structure.has_value();
}

// Twice the sectors that would do, or more: less is a piece off alignment.
bool is_uncoalesced(const AccessSums& sums) {
  return sums.requests > 0.0 && sums.sectors >= 2.0 * ideal_sectors(sums);
}

std::string distance_text(const WarpLanes& lanes) {
  if (lanes.active_lanes() < 2) return "few lanes take part";
  const std::optional<std::int64_t> stride = stride_of(lanes);
  if (!stride) return "lanes are at no constant distance";
  return fmt::format("lanes are {} B apart", *stride);
}

std::string uncoalesced(const CoalesceKernelAnswer& a, std::size_t i) {
  const AccessSums& sums = a.sums(i);
  const double ideal = ideal_sectors(sums);
  return fmt::format(
      "next: {} ({}): {}, {:.4g} sectors/request where {:.4g} hold what is used; coalesced it asks "
      "{} for {} instead of {}",
      a.text_of(i), i + 1, distance_text(a.warp.accesses[i].lanes), sums.sectors / sums.requests,
      ideal / sums.requests,
      a.accesses()[i].op == Access::Op::load && a.analysis.facts.l1_bytes > 0.0 ? "L1" : "L2",
      bytes_text(ideal * sector_bytes), bytes_text(sums.sectors * sector_bytes));
}

void add_uncoalesced(const CoalesceKernelAnswer& a, std::vector<std::string>& advice) {
  std::vector<std::size_t> found;
  for (const std::size_t i : a.shown) {
    const Array& array = a.array_of(i);
    if (array.space != MemorySpace::global) continue;
    const bool told_below = is_structures(array) && a.as_arrays;
    if (!told_below && is_uncoalesced(a.sums(i))) found.push_back(i);
  }
  std::ranges::stable_sort(found, std::greater{},
                           [&](std::size_t i) { return wasted_bytes(a.sums(i)); });
  const std::size_t more = found.size() > most_accesses ? found.size() - most_accesses : 0;
  found.resize(found.size() - more);
  for (const std::size_t i : found) advice.push_back(uncoalesced(a, i));
  if (more > 0) advice.push_back(fmt::format("and {} more accesses alike", more));
}

double sectors_of_structures(const CoalesceKernelAnswer& a, const KernelAnalysis& analysis) {
  double total = 0.0;
  for (std::size_t i = 0; i < a.accesses().size(); ++i) {
    if (is_structures(a.array_of(i))) total += analysis.traffic.accesses[i].sectors;
  }
  return total;
}

std::string names_of_structures(const CoalesceKernelAnswer& a) {
  std::string names;
  for (const Array& array : a.kernel().arrays) {
    if (!is_structures(array) || array.space != MemorySpace::global) continue;
    names += (names.empty() ? "" : ", ") + array.name;
  }
  return names;
}

void add_structures(const CoalesceKernelAnswer& a, std::vector<std::string>& advice) {
  if (!a.as_arrays) return;
  const double now = sectors_of_structures(a, a.analysis);
  const double own = sectors_of_structures(a, *a.as_arrays);
  const CacheVolumes& cold = a.analysis.cold;
  const CacheVolumes& cold_own = a.as_arrays->cold;
  const double dram = cold.dram_read_bytes + cold.dram_write_bytes;
  const double dram_own = cold_own.dram_read_bytes + cold_own.dram_write_bytes;
  if (own >= now && dram_own >= dram) {
    advice.push_back(
        fmt::format("next: {}: nothing to gain from one array per member", names_of_structures(a)));
    return;
  }
  std::string text = fmt::format(
      "next: {}: one array per member (structure of arrays) takes {} in sectors instead of {}, "
      "{} less",
      names_of_structures(a), bytes_text(own * sector_bytes), bytes_text(now * sector_bytes),
      fine_percent(1.0 - own / now));
  if (a.ask.target.gpu) {
    text += fmt::format("; DRAM moves {} instead of {} (cold L2)", bytes_text(dram_own),
                        bytes_text(dram));
  }
  advice.push_back(std::move(text));
}

std::string padding(const CoalesceKernelAnswer& a, const KernelPadding& found) {
  const std::string& name = a.kernel().arrays[found.array].name;
  if (!found.helps()) {
    return fmt::format("next: {}: no padding up to 32 elements per row avoids its bank conflicts",
                       name);
  }
  return fmt::format(
      "next: {} in rows of {} elements ({} of padding): {} instead of {} wavefronts in the launch",
      name, found.row_elements + found.elements, found.elements, count_text(found.wavefronts),
      count_text(found.wavefronts_before));
}

bool depends_on_data(const CoalesceKernelAnswer& a, std::size_t array) {
  return std::ranges::any_of(a.analysis.traffic.streams, [&](const StreamTraffic& stream) {
    return stream.array == array && stream.random;
  });
}

std::string other_conflicts(const CoalesceKernelAnswer& a, std::size_t i) {
  const WarpLanes& lanes = a.warp.accesses[i].lanes;
  const std::string text = fmt::format(
      "next: {} ({}): {:.4g} wavefronts/request where {:.4g} would do, ", a.text_of(i), i + 1,
      a.sums(i).wavefronts / a.sums(i).requests, a.sums(i).passes / a.sums(i).requests);
  if (depends_on_data(a, a.accesses()[i].array)) return text + "which depends on the data";
  const bool strided = lanes.active_lanes() > 1 && stride_of(lanes) && lanes.bytes == word_bytes;
  return text + distance_text(lanes) +
         (strided ? "; an odd number of words apart has no conflicts" : "");
}

// Conflicts that padding of rows cannot reach: the worst access to each array.
void add_other_conflicts(const CoalesceKernelAnswer& a, std::vector<std::string>& advice) {
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
  for (const auto& [array, i] : worst) advice.push_back(other_conflicts(a, i));
}

}  // namespace

std::vector<std::string> kernel_advice(const CoalesceKernelAnswer& a) {
  std::vector<std::string> advice;
  add_uncoalesced(a, advice);
  add_structures(a, advice);
  for (const KernelPadding& found : a.paddings) advice.push_back(padding(a, found));
  add_other_conflicts(a, advice);
  return advice;
}

}  // namespace gpumodel
