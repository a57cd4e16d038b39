#include "models/analysis/traffic/sector_set.hpp"

#include <algorithm>
#include <iterator>

namespace gpumodel {
namespace {

using Ranges = std::vector<SectorRange>;

// Of two neighbouring runs that are in order; only where they overlap is there anything to do.
void merge_runs(Ranges::iterator begin, Ranges::iterator middle, Ranges::iterator end) {
  if (begin == middle || middle == end) return;
  begin = std::ranges::upper_bound(begin, middle, middle->first, {}, &SectorRange::first);
  if (begin == middle) return;
  end = std::ranges::lower_bound(middle, end, std::prev(middle)->first, {}, &SectorRange::first);
  std::ranges::inplace_merge(begin, middle, end, {}, &SectorRange::first);
}

// What is added to a set are mostly other sets, each in order: such runs are merged two by two.
void sort_runs(Ranges::iterator begin, Ranges::iterator end) {
  constexpr std::ptrdiff_t worth_merging = 8;  // ranges of a run
  std::vector<Ranges::iterator> runs;
  for (auto at = begin; at != end;) {
    runs.push_back(at);
    at = std::ranges::is_sorted_until(at, end, {}, &SectorRange::first);
  }
  if (std::ssize(runs) * worth_merging > end - begin) {
    std::ranges::sort(begin, end, {}, &SectorRange::first);
    return;
  }
  runs.push_back(end);
  while (runs.size() > 2) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i + 1 < runs.size(); i += 2) {
      if (i + 2 < runs.size()) merge_runs(runs[i], runs[i + 1], runs[i + 2]);
      runs[kept++] = runs[i];
    }
    runs[kept++] = end;
    runs.resize(kept);
  }
}

}  // namespace

void SectorSet::tidy() {
  // What was tidy before is in order already.
  const auto added = std::ranges::is_sorted_until(ranges_, {}, &SectorRange::first);
  if (added != ranges_.end()) {
    sort_runs(added, ranges_.end());
    merge_runs(ranges_.begin(), added, ranges_.end());
  }
  std::size_t used = 0;
  for (const SectorRange& range : ranges_) {
    if (used > 0 && range.first <= ranges_[used - 1].end) {
      ranges_[used - 1].end = std::max(ranges_[used - 1].end, range.end);
    } else {
      ranges_[used++] = range;
    }
  }
  ranges_.resize(used);
  tidied_ = used;
}

std::int64_t SectorSet::sectors() const {
  std::int64_t total = 0;
  for (const SectorRange& range : ranges_) total += range.count();
  return total;
}

std::int64_t SectorSet::longest() const {
  std::int64_t most = 0;
  for (const SectorRange& range : ranges_) most = std::max(most, range.count());
  return most;
}

std::int64_t SectorSet::pieces(std::int64_t unit) const {
  std::int64_t total = 0;
  std::int64_t next = INT64_MIN;  // first piece not counted yet
  for (const SectorRange& range : ranges_) {
    const std::int64_t first = std::max(range.first / unit, next);
    next = std::max(next, (range.end - 1) / unit + 1);
    total += std::max<std::int64_t>(0, next - first);
  }
  return total;
}

bool SectorSet::may_copy(std::int64_t repeats) const {
  constexpr std::size_t most = 1U << 14U;
  return ranges_.size() * static_cast<std::size_t>(repeats) <= most;
}

bool SectorSet::repeat(std::int64_t distance, std::int64_t repeats, bool fits) {
  if (repeats <= 1 || distance == 0 || ranges_.empty()) return true;
  const Ranges once = std::move(ranges_);
  ranges_.clear();
  const std::int64_t span = distance * (repeats - 1);
  bool exact = true;
  const auto joins = [&](const SectorRange& range) { return std::abs(distance) <= range.count(); };
  for (const SectorRange& range : once) {
    if (fits && !joins(range)) continue;
    exact = exact && joins(range);
    ranges_.push_back({range.first + std::min<std::int64_t>(span, 0),
                       range.end + std::max<std::int64_t>(span, 0)});
  }
  for (std::int64_t i = 0; fits && i < repeats; ++i) {  // in the order of addresses, usually
    for (const SectorRange& range : once) {
      if (joins(range)) continue;
      ranges_.push_back({range.first + i * distance, range.end + i * distance});
    }
  }
  tidy();
  return exact;
}

bool SectorSet::meets_copies(std::int64_t distance, std::int64_t from, std::int64_t to) const {
  constexpr std::size_t most_pairs = 256;  // of ranges on either side
  const std::int64_t step = std::abs(distance);
  if (step == 0 || from > to) return false;
  if (ranges_.size() > most_pairs) return true;
  for (std::size_t i = 0; i < ranges_.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {  // the earlier range, moved up to the later one
      const std::int64_t low = ranges_[i].first - ranges_[j].end + 1;  // distances that overlap
      const std::int64_t high = ranges_[i].end - ranges_[j].first - 1;
      const std::int64_t first = std::max(from, low <= 0 ? 0 : (low + step - 1) / step);
      if (first <= std::min(to, high / step)) return true;
    }
  }
  return false;
}

bool SectorSet::meets(const SectorSet& other, std::int64_t distance) const {
  auto theirs = other.ranges_.begin();
  for (const SectorRange& mine : ranges_) {
    while (theirs != other.ranges_.end() && theirs->end + distance <= mine.first) ++theirs;
    if (theirs == other.ranges_.end()) return false;
    if (theirs->first + distance < mine.end) return true;
  }
  return false;
}

SectorSet SectorSet::shifted(std::int64_t distance) const {
  SectorSet result = *this;
  for (SectorRange& range : result.ranges_) {
    range.first += distance;
    range.end += distance;
  }
  return result;
}

std::int64_t SectorSet::remove(const SectorSet& other, std::int64_t distance, SectorSet& spare) {
  if (!meets(other, distance)) return 0;
  Ranges& left = spare.ranges_;
  left.clear();
  left.reserve(ranges_.size() + 1);
  std::int64_t removed = 0;
  auto at = other.ranges_.begin();
  for (SectorRange mine : ranges_) {
    while (at != other.ranges_.end() && at->end + distance <= mine.first) ++at;
    for (auto theirs = at; theirs != other.ranges_.end() && theirs->first + distance < mine.end;
         ++theirs) {
      const std::int64_t first = std::max(mine.first, theirs->first + distance);
      const std::int64_t end = std::min(mine.end, theirs->end + distance);
      if (first >= end) continue;
      removed += end - first;
      if (mine.first < first) left.push_back({mine.first, first});
      mine.first = end;
    }
    if (mine.first < mine.end) left.push_back(mine);
  }
  ranges_.swap(left);
  return removed;
}

}  // namespace gpumodel
