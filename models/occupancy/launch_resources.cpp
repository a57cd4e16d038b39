#include "models/occupancy/launch_resources.hpp"

#include <limits>

#include "models/occupancy/sm_limits.hpp"

namespace gpumodel {

std::optional<RegisterShare> share_registers(std::int64_t registers_per_block, int threads) {
  if (threads < 1 || registers_per_block < 0) return {};
  const bool even = registers_per_block % threads == 0;
  const std::int64_t share = registers_per_block / threads + (even ? 0 : 1);
  if (share > std::numeric_limits<int>::max()) return {};
  return RegisterShare{static_cast<int>(share), even};
}

std::optional<std::int64_t> carveout_from_percent(const SmLimits& limits, int percent) {
  if (percent < 0 || percent > 100) return {};
  return limits.shared_memory * percent / 100;
}

}  // namespace gpumodel
