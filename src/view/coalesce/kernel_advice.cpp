#include "src/view/coalesce/kernel_advice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/access/strides.hpp"
#include "src/app/coalesce/kernel_findings.hpp"
#include "src/app/coalesce/variants.hpp"
#include "src/view/coalesce/kernel_tables.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t most_accesses = 6;  // of one report

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
  const std::vector<std::size_t> found = uncoalesced_accesses(a);
  for (std::size_t k = 0; k < std::min(found.size(), most_accesses); ++k) {
    advice.push_back(uncoalesced(a, found[k]));
  }
  if (found.size() <= most_accesses) return;
  advice.push_back(fmt::format("and {} more accesses alike", found.size() - most_accesses));
}

std::string names_of_structures(const CoalesceKernelAnswer& a) {
  std::string names;
  for (const Array& array : a.kernel().arrays) {
    if (!is_structures(array)) continue;
    names += (names.empty() ? "" : ", ") + array.name;
  }
  return names;
}

std::string per_member(const CoalesceKernelAnswer& a, const ArrayPerMember& found) {
  if (!found.helps()) {
    return fmt::format("next: {}: nothing to gain from one array per member",
                       names_of_structures(a));
  }
  std::string text = fmt::format(
      "next: {}: one array per member (structure of arrays) takes {} in sectors instead of {}, "
      "{} less",
      names_of_structures(a), bytes_text(found.sectors * sector_bytes),
      bytes_text(found.sectors_before * sector_bytes), fine_percent(found.saved_share()));
  if (!a.ask.target.gpu) return text;
  return text + fmt::format("; DRAM moves {} instead of {} (cold L2)", bytes_text(found.dram_bytes),
                            bytes_text(found.dram_bytes_before));
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

std::string conflicts(const CoalesceKernelAnswer& a, const OtherConflicts& found) {
  const std::size_t i = found.access;
  const std::string text = fmt::format(
      "next: {} ({}): {:.4g} wavefronts/request where {:.4g} would do, ", a.text_of(i), i + 1,
      a.sums(i).wavefronts / a.sums(i).requests, a.sums(i).passes / a.sums(i).requests);
  if (found.depends_on_data) return text + "which depends on the data";
  return text + distance_text(a.warp.accesses[i].lanes) +
         (found.strided ? "; an odd number of words apart has no conflicts" : "");
}

}  // namespace

std::vector<std::string> kernel_advice(const CoalesceKernelAnswer& a) {
  std::vector<std::string> advice;
  add_uncoalesced(a, advice);
  if (const auto found = one_array_per_member(a)) advice.push_back(per_member(a, *found));
  for (const KernelPadding& found : a.paddings) advice.push_back(padding(a, found));
  for (const OtherConflicts& found : other_conflicts(a)) advice.push_back(conflicts(a, found));
  return advice;
}

}  // namespace gpumodel
