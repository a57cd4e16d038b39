#include "src/app/coalesce/answer.hpp"

#include "models/access/strides.hpp"
#include "src/app/occupancy/impossible_launch.hpp"

namespace gpumodel {

void set_target(const Target& target, CoalesceAnswer& answer) {
  answer.capability = target.capability;
  answer.device = target.device;
  answer.device_file = target.device_file;
  answer.default_device = target.default_device;
  limits_of(answer.capability);  // refuses capabilities that do not exist
  answer.rules = find_memory_rules(answer.capability);
}
namespace {

bool counts(const CoalesceAnswer& answer, const CoalesceAccess& access, Which which) {
  const MemorySpace counted = answer.in_shared_memory ? MemorySpace::shared : MemorySpace::global;
  if (access.space != counted) return false;
  return which == Which::all || (which == Which::stores) == access.store;
}

CoalesceSum sum(const std::vector<WarpLanes>& chosen, const MemoryRules& rules) {
  CoalesceSum sum;
  sum.accesses = static_cast<int>(chosen.size());
  sum.touched = touched_by(chosen);
  for (const WarpLanes& lanes : chosen) {
    const GlobalAccess one = global_access(lanes, rules);
    sum.requested_bytes += one.requested_bytes;
    if (one.wavefronts) sum.wavefronts = sum.wavefronts.value_or(0) + *one.wavefronts;
  }
  return sum;
}

Transfer both(const CoalesceSum& loads, const CoalesceSum& stores) {
  return {loads.touched.lines + stores.touched.lines,
          loads.touched.sectors + stores.touched.sectors};
}

}  // namespace

CoalesceSum sum_of(const CoalesceAnswer& answer, Which which) {
  std::vector<WarpLanes> chosen;
  for (const CoalesceAccess& access : answer.accesses) {
    if (counts(answer, access, which)) chosen.push_back(access.lanes);
  }
  return sum(chosen, *answer.rules);
}

std::optional<CoalesceSum> sum_of_own_arrays(const CoalesceAnswer& answer, Which which) {
  std::vector<WarpLanes> chosen;
  for (const CoalesceAccess& access : answer.accesses) {
    if (!access.own_array) return std::nullopt;
    if (counts(answer, access, which)) chosen.push_back(*access.own_array);
  }
  return sum(chosen, *answer.rules);
}

Transfer transfer(const CoalesceAnswer& answer) {
  return both(sum_of(answer, Which::loads), sum_of(answer, Which::stores));
}

std::optional<Transfer> transfer_of_own_arrays(const CoalesceAnswer& answer) {
  const auto loads = sum_of_own_arrays(answer, Which::loads);
  const auto stores = sum_of_own_arrays(answer, Which::stores);
  if (!loads || !stores) return std::nullopt;
  return both(*loads, *stores);
}

std::vector<StrideRow> stride_table(const CoalesceAnswer& answer) {
  if (answer.kernel_file) return {};
  const WarpLanes& first = answer.accesses.front().lanes;
  if (!stride_of(first)) return {};
  std::vector<StrideRow> rows;
  const auto add = [&](int stride, int offset) {
    const WarpLanes lanes = strided(std::int64_t{stride} * first.bytes, first.bytes,
                                    std::int64_t{offset} * first.bytes);
    rows.push_back(
        {stride, offset, global_access(lanes, *answer.rules), shared_access(lanes, *answer.rules)});
  };
  for (int stride = 1; stride <= lanes_per_warp; stride *= 2) add(stride, 0);
  if (!answer.in_shared_memory) add(1, 1);
  return rows;
}

}  // namespace gpumodel
