// What a kernel's accesses move, for machines: parts of the documents of `predict` and `coalesce`.
#pragma once

#include "models/time/prediction.hpp"
#include "src/view/document/object.hpp"

namespace gpumodel {

// Bytes per level; null where only counts are known.
const Object<Prediction>& traffic_object();

// An access of the thread program, averages over the launch.
struct LaunchAccess {
  const Array& array;
  const Access& access;
  const AccessSums& sums;
};
const Object<LaunchAccess>& launch_access_object();
std::vector<LaunchAccess> launch_accesses(const Kernel& kernel, const KernelAnalysis& analysis);

// A share of something; nothing where there is nothing to share.
inline std::optional<double> ratio(double part, double whole) {
  return whole > 0.0 ? std::optional(part / whole) : std::nullopt;
}

}  // namespace gpumodel
