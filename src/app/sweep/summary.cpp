#include "src/app/sweep/summary.hpp"

namespace gpumodel {
namespace {

// Places for the limits of neighbours: 24 MB an axis.
constexpr std::uint64_t most_lines = 1 << 20;
constexpr std::size_t most_changes = 10000;

}  // namespace

SweepSummary::SweepSummary(const SweepPlan& plan)
    : plan_(plan),
      best_(plan.ask().devices.size()),
      best_work_(best_.size()),
      last_(plan.axes().size()) {
  for (std::size_t axis = 0; axis < last_.size(); ++axis) {
    if (plan.axes()[axis].values.is_single()) continue;
    const std::uint64_t lines = plan.stride(axis) * best_.size();
    if (lines <= most_lines) {
      last_[axis].resize(lines);
    } else {
      not_followed_.push_back(axis);
    }
  }
}

void SweepSummary::look_at(const SweepPoint& point) {
  ++seen_;
  if (!point.time) {
    ++without_time_;
    if (first_reason_.empty()) first_reason_ = point.reason;
    return;
  }
  if (!point.fits) ++too_large_;
  compare_with_best(point);
  for (std::size_t axis = 0; axis < last_.size(); ++axis) {
    if (!last_[axis].empty()) follow(axis, point);
  }
}

std::vector<std::uint64_t> SweepSummary::work_of(std::uint64_t combination) const {
  std::vector<std::uint64_t> work;
  for (std::size_t axis = 0; axis < plan_.axes().size(); ++axis) {
    if (!plan_.axes()[axis].is_choice) work.push_back(plan_.index_on(axis, combination));
  }
  return work;
}

void SweepSummary::compare_with_best(const SweepPoint& point) {
  if (!point.fits) return;
  std::optional<SweepPoint>& best = best_[point.device];
  std::vector<std::uint64_t> work = work_of(point.combination);
  if (best && work < best_work_[point.device]) return;
  const bool more_work = !best || work > best_work_[point.device];
  if (!more_work && best->time->value.si <= point.time->value.si) return;
  best = point;
  best_work_[point.device] = std::move(work);
}

void SweepSummary::follow(std::size_t axis, const SweepPoint& point) {
  const std::uint64_t stride = plan_.stride(axis);
  Last& last = last_[axis][point.combination % stride * best_.size() + point.device];
  const std::uint64_t line = point.combination / (stride * plan_.axes()[axis].values.size()) + 1;
  if (last.line == line && last.bound != point.bound && changes_.size() < most_changes) {
    ++changes_[{axis, point.device, plan_.index_on(axis, point.combination), last.bound,
                point.bound}];
  }
  last = {line, point.bound};
}

const SweepPoint* SweepSummary::best_of_all() const {
  const SweepPoint* best = nullptr;
  for (const std::optional<SweepPoint>& each : best_) {
    if (!each) continue;
    if (best == nullptr || work_of(each->combination) > work_of(best->combination) ||
        (work_of(each->combination) == work_of(best->combination) &&
         each->time->value < best->time->value)) {
      best = &*each;
    }
  }
  return best;
}

std::vector<Crossover> SweepSummary::crossovers() const {
  std::vector<Crossover> all;
  for (const auto& [change, lines] : changes_) {
    const auto& [axis, device, index, from, to] = change;
    all.push_back({axis, device, index, from, to, lines});
  }
  return all;
}

}  // namespace gpumodel
