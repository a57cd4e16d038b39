#include "src/app/coalesce/kernel_answer.hpp"

#include <algorithm>
#include <cmath>

#include "models/access/memory_rules.hpp"

namespace gpumodel {

std::string CoalesceKernelAnswer::text_of(std::size_t access) const {
  return std::string(to_string(accesses()[access].op)) + " " + accesses()[access].expression.text;
}

bool has_conflicts(const AccessSums& sums) {
  return sums.wavefronts > 1.0001 * sums.passes;
}

double wasted_bytes(const AccessSums& sums) {
  return sums.sectors * sector_bytes - sums.used_bytes;
}

double ideal_sectors(const AccessSums& sums) {
  return std::max(sums.requests, sums.used_bytes / sector_bytes);
}

AccessSums sum_of(const CoalesceKernelAnswer& answer, MemorySpace space, Which which) {
  AccessSums total;
  for (const std::size_t i : answer.shown) {
    const bool stores = answer.accesses()[i].op != Access::Op::load;
    const bool asked = which == Which::all || stores == (which == Which::stores);
    if (asked && answer.array_of(i).space == space) total.add(answer.sums(i), 1.0);
  }
  return total;
}

std::optional<std::size_t> worst_access(const CoalesceKernelAnswer& answer, MemorySpace space) {
  std::optional<std::size_t> worst;
  double most = -1.0;
  for (const std::size_t i : answer.shown) {
    if (answer.array_of(i).space != space) continue;
    const AccessSums& sums = answer.sums(i);
    if (sums.requests == 0.0) continue;
    const double waste =
        space == MemorySpace::shared ? sums.wavefronts - sums.passes : wasted_bytes(sums);
    if (waste > most) {
      most = waste;
      worst = i;
    }
  }
  return worst;
}

std::optional<std::size_t> worst_access(const CoalesceKernelAnswer& answer) {
  return worst_access(answer,
                      answer.warp.in_shared_memory ? MemorySpace::shared : MemorySpace::global);
}

CoalesceAnswer picture_of(const CoalesceKernelAnswer& answer) {
  CoalesceAnswer picture = answer.warp;
  const std::size_t drawn = *answer.drawn;
  picture.accesses = {answer.warp.accesses[drawn]};
  picture.in_shared_memory = picture.accesses.front().space == MemorySpace::shared;
  picture.path = picture.accesses.front().path;
  picture.title = answer.kernel().id + ", " + answer.text_of(drawn);
  return picture;
}

}  // namespace gpumodel
