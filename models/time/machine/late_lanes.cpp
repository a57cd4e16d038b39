#include "models/time/machine/late_lanes.hpp"

#include <algorithm>
#include <cmath>

#include "models/access/lanes.hpp"

namespace gpumodel {
namespace {

// That none of so many sectors is missed, of which a share is.
double all_there(double missed, double sectors) {
  return std::pow(1.0 - std::min(1.0, missed), sectors);
}

}  // namespace

LateLanes late_lanes(const LaunchTraffic& traffic, const CacheVolumes& volumes,
                     double fresh_phases) {
  const double waits = fresh_phases * traffic.warps;
  if (waits <= 0.0) return {};
  double in_l1 = 1.0, all = 0.0;
  for (std::size_t i = 0; i < traffic.arrays.size(); ++i) {
    const double sectors = traffic.arrays[i].load.first_in_warp;
    if (sectors <= 0.0 || !traffic.is_loaded_by_data(i)) continue;
    in_l1 *= all_there(volumes.l1_missed[i] / sectors, sectors / waits);
    all += sectors;
  }
  if (all <= 0.0) return {};
  const double fetched = volumes.random_read_bytes / sector_bytes;
  return {1.0 - in_l1, 1.0 - all_there(fetched / all, all / waits)};
}

}  // namespace gpumodel
