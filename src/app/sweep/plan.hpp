// A sweep that was checked: its axes, and which of their combinations count.
//
// Combinations are numbered as loops over the axes would meet them, in the order in which they were
// given, the last running fastest. Each is predicted on every device.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "src/app/sweep/ask.hpp"

namespace gpumodel {

class SweepPlan {
 public:
  // Throws InputError and UsageError: names that are not known, empty ranges, more points than are
  // allowed, a condition that none meets.
  explicit SweepPlan(SweepAsk ask);

  const SweepAsk& ask() const { return ask_; }
  const std::vector<SweepAxis>& axes() const { return axes_; }
  const Gpu& gpu(std::size_t device) const { return std::get<Gpu>(ask_.devices[device]->device); }
  // Combinations of this shard: [first, last).
  std::uint64_t first() const { return first_; }
  std::uint64_t last() const { return last_; }
  // Points of this shard: combinations that meet the condition, on each device.
  std::uint64_t points() const { return points_; }
  bool overlaps() const { return overlaps_; }

  void values_of(std::uint64_t combination, std::vector<Number>& values) const;
  std::uint64_t index_on(std::size_t axis, std::uint64_t combination) const {
    return combination / inner_[axis] % axes_[axis].values.size();
  }
  // Combinations from one value of this axis to its next.
  std::uint64_t stride(std::size_t axis) const { return inner_[axis]; }

  // The kernel's own values overridden by those of a combination.
  std::vector<std::optional<Number>> overrides(std::span<const Number> values) const;
  // The kernel as it stands where nothing of its launch changes.
  std::shared_ptr<const KernelFile> kernel_for(std::span<const Number> values) const;
  std::optional<std::int64_t> value_of(SweepAxis::Kind kind, std::span<const Number> values) const;
  // Whether a combination meets the condition. Throws InputError where it has no value.
  bool counts(std::uint64_t combination) const;
  // The combination behind so many that count, from the first on.
  std::uint64_t after(std::uint64_t counted) const;

 private:
  void add_parameters();
  void add_launch();
  void add(SweepAxis axis, const std::string& option, const std::string& list, std::int64_t least);
  void count();
  void read_condition();
  void count_points();

  SweepAsk ask_;
  std::vector<SweepAxis> axes_;
  std::vector<std::uint64_t> inner_;  // by axis: combinations of those behind it
  std::uint64_t first_ = 0, last_ = 0, points_ = 0;
  bool overlaps_ = false;
  std::optional<Expression> condition_;
};

}  // namespace gpumodel
