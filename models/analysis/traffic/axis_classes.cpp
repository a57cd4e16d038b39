#include "models/analysis/traffic/axis_classes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace gpumodel {
namespace {

constexpr std::int64_t most_zones = 64;   // changes along one axis that come from one condition
constexpr std::int64_t widest_zone = 16;  // blocks in which a condition is neither true nor false
constexpr std::size_t most_stretches = 256;
constexpr std::int64_t most_period = 128;

__extension__ using Wide = __int128;

std::int64_t floor_div(Wide a, std::int64_t b) {
  Wide q = a / b;
  if (a % b != 0 && (a < 0) != (b < 0)) --q;
  return static_cast<std::int64_t>(q);
}

// Marks changes along the three axes.
class Changes {
 public:
  explicit Changes(const BlockExtents& grid) : grid_(grid) {}

  void add(const Crossing& crossing) {
    const BlockForm& form = crossing.difference;
    if (!form.affine || !form.range_known) return vary_all();
    const std::optional<Range> all = range_of(form, grid_);
    if (!all) return vary_all();
    if (crossing.modulus > 0 ? all->high <= 0 : (all->low > 0 || all->high < 0)) return;
    std::optional<std::size_t> axis;
    for (std::size_t a = 0; a < 3; ++a) {
      if (form.coefficient[a] == 0 || grid_[a] == 1) continue;
      if (axis) return vary_all(&form);
      axis = a;
    }
    if (axis) add(form, crossing.modulus, *axis, *all);
  }

  bool varies(std::size_t axis) const { return varies_[axis]; }
  std::vector<std::int64_t> starts(std::size_t axis) const {
    std::vector<std::int64_t> result = starts_[axis];
    result.push_back(0);
    std::ranges::sort(result);
    const auto repeated = std::ranges::unique(result);
    result.erase(repeated.begin(), repeated.end());
    return result;
  }

 private:
  void vary_all(const BlockForm* form = nullptr) {
    for (std::size_t a = 0; a < 3; ++a) {
      if (form == nullptr || form->coefficient[a] != 0) varies_[a] = true;
    }
  }

  // The sign of c * block + rest - level can differ between threads only where the level lies
  // between the lowest and highest of its values: those blocks are stretches of their own.
  void add(const BlockForm& form, std::int64_t modulus, std::size_t axis, const Range& all) {
    if (modulus == 0) return zone(form, 0, axis);
    const std::int64_t first = std::max<std::int64_t>(0, floor_div(all.low, modulus));
    const std::int64_t last = floor_div(all.high, modulus);
    if (last - first > most_zones) {
      varies_[axis] = true;
      return;
    }
    for (std::int64_t level = first; level <= last; ++level) zone(form, level * modulus, axis);
  }

  void zone(const BlockForm& form, std::int64_t level, std::size_t axis) {
    const std::int64_t c = form.coefficient[axis];
    // From the first block that may be on either side to the first that surely is beyond. One more
    // on each side costs little and spares the difference between < and <=.
    const Wide from = Wide{level} - (c > 0 ? form.high : form.low);
    const Wide to = Wide{level} - (c > 0 ? form.low : form.high);
    const std::int64_t begin = std::clamp<std::int64_t>(floor_div(from, c), 0, grid_[axis]);
    const std::int64_t end = std::clamp<std::int64_t>(floor_div(to, c) + 2, 0, grid_[axis]);
    if (end - begin > widest_zone) {
      varies_[axis] = true;
      return;
    }
    for (std::int64_t at = begin; at <= end && at < grid_[axis]; ++at) starts_[axis].push_back(at);
  }

  const BlockExtents& grid_;
  std::array<std::vector<std::int64_t>, 3> starts_;
  std::array<bool, 3> varies_{};
};

std::int64_t period_of(const ProgramForms& forms, std::size_t axis) {
  std::int64_t period = 1;
  for (const BlockForm& form : forms.address) {
    if (!form.affine) continue;
    const std::int64_t step = std::abs(form.coefficient[axis]);
    period = std::lcm(period, line_bytes / std::gcd(step, std::int64_t{line_bytes}));
  }
  return std::min(period, most_period);
}

}  // namespace

AxisClasses::AxisClasses(std::int64_t extent, std::vector<std::int64_t> starts, std::int64_t period)
    : extent_(extent), starts_(std::move(starts)), period_(period) {}

AxisClasses AxisClasses::sampled(std::int64_t extent, std::vector<std::int64_t> starts,
                                 std::int64_t most) {
  AxisClasses result;
  result.extent_ = extent;
  result.sampled_ = true;
  result.most_ = most;
  // With so many changes every stretch would have a sample or two: as good as none.
  if (2 * static_cast<std::int64_t>(starts.size()) <= most) result.starts_ = std::move(starts);
  return result;
}

// Short stretches are looked at whole, and long ones share what is left: where few blocks work and
// many do nothing, samples spread over all of them would hardly meet those that work.
std::vector<AxisClasses::Block> AxisClasses::samples() const {
  return grouped_.empty() ? spread(most_) : grouped_;
}

std::vector<AxisClasses::Block> AxisClasses::spread(std::int64_t most) const {
  std::vector<std::int64_t> cuts = starts_;
  cuts.push_back(extent_);
  std::vector<std::size_t> by_length(starts_.size());
  std::iota(by_length.begin(), by_length.end(), 0U);
  const auto length = [&](std::size_t i) { return cuts[i + 1] - cuts[i]; };
  std::ranges::stable_sort(by_length, {}, length);
  std::vector<std::int64_t> counts(starts_.size());
  std::int64_t left = most;
  for (std::size_t i = 0; i < by_length.size(); ++i) {
    const auto stretches = static_cast<std::int64_t>(by_length.size() - i);
    const std::int64_t count = std::min(length(by_length[i]), left / stretches);
    counts[by_length[i]] = count;
    left -= count;
  }
  std::vector<Block> result;
  for (std::size_t s = 0; s < counts.size(); ++s) {
    const std::int64_t count = counts[s];
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t begin = cuts[s] + length(s) * i / count;
      const std::int64_t end = cuts[s] + length(s) * (i + 1) / count;
      // The first and the last block are looked at themselves: they are where bounds are crossed.
      const bool first = i == 0 && count > 1;
      const std::int64_t at = first            ? cuts[s]
                              : i + 1 == count ? cuts[s + 1] - 1
                                               : (begin + end) / 2;
      result.push_back({at, static_cast<double>(end - begin)});
    }
  }
  return result;
}

// Sorted by work they are cut where it has grown by a step, and where a group has its share of the
// blocks: half of the samples are for either. So as many samples hold blocks of very unlike work
// within steps, and blocks alike still come from all along the axis. The first and the last stand
// for themselves.
void AxisClasses::group(const std::vector<Block>& outline, const std::vector<double>& work) {
  std::vector<std::size_t> sorted(outline.size());
  std::iota(sorted.begin(), sorted.end(), 0U);
  std::ranges::stable_sort(sorted, {}, [&](std::size_t i) { return work[i]; });
  const auto half = 0.5 * static_cast<double>(most_);
  const double least = std::max(1.0, work[sorted.front()]);
  const double step = std::pow(std::max(1.0, work[sorted.back()] / least), 1.0 / half);
  std::vector<std::size_t> group;
  std::vector<std::size_t> stand_in(outline.size());
  double blocks = 0.0, sum = 0.0;
  const auto close = [&] {
    if (group.empty()) return;
    const double mean = sum / blocks;
    const auto off = [&](std::size_t i) { return std::abs(work[i] - mean); };
    const double nearest = off(*std::ranges::min_element(group, {}, off));
    std::vector<std::size_t> middle;
    for (const std::size_t i : group) {
      if (off(i) <= nearest) middle.push_back(i);
    }
    const std::size_t chosen = middle[middle.size() / 2];
    for (const std::size_t i : group) stand_in[i] = chosen;
    grouped_.push_back({outline[chosen].coordinate, blocks});
    group.clear();
    blocks = sum = 0.0;
  };
  const auto join = [&](std::size_t i) {
    group.push_back(i);
    blocks += outline[i].weight;
    sum += outline[i].weight * work[i];
  };
  for (const std::size_t i : sorted) {
    if (i == 0 || i + 1 == outline.size()) continue;
    const bool grown = !group.empty() && work[i] > step * std::max(1.0, work[group.front()]);
    if (grown || blocks * half > static_cast<double>(extent_)) close();
    join(i);
  }
  close();
  join(0);
  close();
  join(outline.size() - 1);
  close();
  std::ranges::sort(grouped_, {}, &Block::coordinate);
  double end = 0.0;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    end += outline[i].weight;
    outlined_.push_back({std::llround(end), outline[stand_in[i]].coordinate});
  }
}

std::int64_t AxisClasses::stand_in(std::int64_t coordinate) const {
  if (outlined_.empty()) return coordinate;
  const auto found = std::ranges::upper_bound(outlined_, coordinate, {}, &Outlined::end);
  return found == outlined_.end() ? outlined_.back().stand_in : found->stand_in;
}

std::int64_t AxisClasses::key(std::int64_t coordinate) const {
  if (sampled_) return coordinate;
  const auto after = std::ranges::upper_bound(starts_, coordinate);
  return (after - starts_.begin()) * most_period + coordinate % period_;
}

std::vector<std::int64_t> AxisClasses::middles() const {
  std::vector<std::int64_t> result;
  std::int64_t begin = 0;
  for (const std::int64_t last : lasts()) {
    result.push_back(begin + (last - begin) / 2);
    begin = last + 1;
  }
  return result;
}

std::vector<std::int64_t> AxisClasses::lasts() const {
  std::vector<std::int64_t> result;
  for (std::size_t i = 1; i < starts_.size(); ++i) result.push_back(starts_[i] - 1);
  result.push_back(extent_ - 1);
  return result;
}

std::vector<AxisClasses::Block> AxisClasses::blocks(
    std::int64_t near, const std::vector<std::int64_t>& offsets) const {
  if (sampled_) return samples();
  std::vector<Block> result;
  std::vector<std::int64_t> cuts = starts_;
  cuts.push_back(extent_);
  const std::vector<std::int64_t> changes = cuts;
  for (const std::int64_t change : changes) {
    for (std::int64_t i = 1; i <= near; ++i) {
      cuts.push_back(change + i);
      cuts.push_back(change - i);
    }
    for (const std::int64_t offset : offsets) {
      cuts.push_back(change + offset);
      cuts.push_back(change - offset);
    }
  }
  std::erase_if(cuts, [&](std::int64_t at) { return at < 0 || at > extent_; });
  std::ranges::sort(cuts);
  const auto repeated = std::ranges::unique(cuts);
  cuts.erase(repeated.begin(), repeated.end());
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    const std::int64_t begin = cuts[i];
    const std::int64_t length = cuts[i + 1] - begin;
    const std::int64_t classes = std::min(length, period_);
    const std::int64_t middle = begin + (length / 2) / period_ * period_;
    for (std::int64_t r = 0; r < classes; ++r) {
      const std::int64_t members = (length - r - 1) / period_ + 1;
      const std::int64_t at = middle + r < cuts[i + 1] ? middle + r : begin + r;
      result.push_back({at, static_cast<double>(members)});
    }
  }
  return result;
}

LaunchClasses launch_classes(const PreparedProgram& program, const ProgramForms& forms,
                             std::int64_t budget) {
  const BlockExtents grid = program.shape.grid;
  Changes changes(grid);
  for (const Crossing& crossing : forms.crossings) changes.add(crossing);
  const bool random = std::ranges::any_of(forms.address, &BlockForm::random) ||
                      std::ranges::any_of(forms.crossings, [](const Crossing& crossing) {
                        return crossing.difference.random();  // rounds of a loop, a condition
                      });
  std::array<bool, 3> each{};
  std::int64_t sampled_axes = 0;
  double sampled_blocks = 1.0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    each[axis] = grid[axis] > 1 &&
                 (random || changes.varies(axis) || changes.starts(axis).size() > most_stretches);
    if (!each[axis]) continue;
    ++sampled_axes;
    sampled_blocks *= static_cast<double>(grid[axis]);
  }
  const double share = sampled_axes == 0 ? 1.0 : 1.0 / static_cast<double>(sampled_axes);
  const std::int64_t most = std::lround(std::pow(static_cast<double>(budget), share));
  const bool all = sampled_blocks <= static_cast<double>(budget);
  LaunchClasses result;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    result[axis] =
        each[axis] ? AxisClasses::sampled(grid[axis], changes.starts(axis), all ? grid[axis] : most)
                   : AxisClasses(grid[axis], changes.starts(axis), period_of(forms, axis));
  }
  return result;
}

const Source* what_varies(const PreparedProgram& program, const ProgramForms& forms) {
  const BlockExtents grid = program.shape.grid;
  for (const Crossing& crossing : forms.crossings) {
    Changes changes(grid);
    changes.add(crossing);
    bool varies = crossing.difference.random();
    for (std::size_t axis = 0; axis < 3; ++axis) {
      varies = varies || (grid[axis] > 1 && changes.varies(axis));
    }
    if (varies) return crossing.place;
  }
  return nullptr;
}

}  // namespace gpumodel
