#include "models/time/same_work.hpp"

#include <algorithm>
#include <cmath>

namespace gpumodel {
namespace {

constexpr double flop_within = 0.25, stores_within = 0.01, moved_within = 0.05;

bool is_close(double a, double b, double within) {
  return std::abs(a - b) <= within * std::max(a, b);
}

double stored_bytes(const Kernel& kernel, const Prediction& prediction) {
  if (!prediction.analysis) return prediction.work.stored.si;
  double bytes = 0.0;
  const auto& accesses = kernel.thread->accesses;
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    if (accesses[i].op == Access::Op::load) continue;
    if (kernel.arrays[accesses[i].array].space == MemorySpace::shared) continue;
    bytes += prediction.analysis->traffic.accesses[i].requested_bytes;
  }
  return bytes;
}

}  // namespace

WorkDone work_done(const Kernel& kernel, const Prediction& prediction) {
  return {prediction.work.total_flop().si, stored_bytes(kernel, prediction),
          prediction.work.moved().si};
}

bool keeps_answers(const WorkDone& before, const WorkDone& after) {
  const double most = std::max({before.moved, after.moved, before.stored, after.stored});
  return is_close(before.flop, after.flop, flop_within) &&
         std::abs(before.stored - after.stored) <= stores_within * most;
}

bool same_work(const WorkDone& before, const WorkDone& after) {
  return keeps_answers(before, after) && is_close(before.moved, after.moved, moved_within);
}

}  // namespace gpumodel
