#include "models/analysis/traffic/stack_distance.hpp"

#include <algorithm>

namespace gpumodel {
namespace {

constexpr std::size_t first_table = 1024;
constexpr std::size_t first_times = 4096;

std::size_t hash(std::int64_t line) {
  const auto x = static_cast<std::uint64_t>(line) * 0x9E3779B97F4A7C15U;
  return static_cast<std::size_t>(x ^ (x >> 29U));
}

}  // namespace

StackDistance::StackDistance() : table_(first_table), tree_(first_times + 1, 0) {}

void StackDistance::clear() {
  std::ranges::fill(table_, Entry{});
  std::ranges::fill(tree_, 0);
  passed_.clear();
  used_ = 0;
  now_ = 0;
  live_ = 0;
  lines_ = 0;
  uses_ = 0;
}

StackDistance::Entry& StackDistance::find(std::int64_t line) {
  const std::size_t mask = table_.size() - 1;
  std::size_t at = hash(line) & mask;
  while (table_[at].line != line && table_[at].line != -1) at = (at + 1) & mask;
  return table_[at];
}

void StackDistance::grow() {
  std::vector<Entry> old(table_.size() * 2);
  std::swap(old, table_);
  for (const Entry& entry : old) {
    if (entry.line != -1) find(entry.line) = entry;
  }
}

// Times are used up: the live ones, in order, become 1, 2, 3, ...
void StackDistance::renumber() {
  std::vector<Entry*> entries;
  for (Entry& entry : table_) {
    if (entry.line != -1) entries.push_back(&entry);
  }
  std::ranges::sort(entries, {}, &Entry::time);
  const std::size_t times = std::max(first_times, (entries.size() + passed_.size()) * 4);
  tree_.assign(times + 1, 0);
  now_ = 0;
  live_ = 0;
  auto passed = passed_.begin();
  const auto let_pass_before = [&](std::size_t time) {
    for (; passed != passed_.end() && passed->time < time; ++passed) {
      passed->time = ++now_;
      count(now_, passed->lines);
    }
  };
  for (Entry* entry : entries) {
    let_pass_before(entry->time);
    entry->time = static_cast<std::uint32_t>(++now_);
    count(now_, 1);
  }
  let_pass_before(SIZE_MAX);
}

void StackDistance::count(std::size_t time, std::int64_t change) {
  live_ += change;
  for (; time < tree_.size(); time += time & (~time + 1)) tree_[time] += change;
}

// A line from one time to another: where the ways up the tree meet, nothing changes from there on.
void StackDistance::move(std::size_t from, std::size_t to) {
  while (from != to) {
    std::size_t& lower = from < to ? from : to;
    if (lower >= tree_.size()) return;
    tree_[lower] += from < to ? -1 : 1;
    lower += lower & (~lower + 1);
  }
}

void StackDistance::pass(std::int64_t lines, std::int64_t first, std::size_t walk) {
  if (lines <= 0) return;
  if (now_ + 1 >= tree_.size()) renumber();
  // The latest of this walk are met again, now.
  std::int64_t again = lines - first;
  for (auto before = passed_.rbegin(); before != passed_.rend() && again > 0; ++before) {
    if (before->walk != walk) continue;
    const std::int64_t moved = std::min(again, before->lines);
    before->lines -= moved;
    again -= moved;
    count(before->time, -moved);
  }
  std::erase_if(passed_, [](const Passed& passed) { return passed.lines == 0; });
  lines_ += first;
  count(++now_, lines);
  passed_.push_back({now_, lines, walk});
}

std::int64_t StackDistance::live_up_to(std::size_t time) const {
  std::int64_t total = 0;
  for (; time > 0; time &= time - 1) total += tree_[time];
  return total;
}

StackDistance::Use StackDistance::touch(std::int64_t line, unsigned sectors) {
  if ((used_ + 1) * 2 > table_.size()) grow();
  if (now_ + 1 >= tree_.size()) renumber();
  Entry& entry = find(line);
  Use use;
  if (entry.line == -1) {
    entry.line = line;
    ++used_;
    ++lines_;
    count(++now_, 1);
  } else {
    use.new_lines = lines_ - entry.lines_before;
    use.distance = live_ - live_up_to(entry.time);
    use.before = entry.sectors;
    use.last = entry.last;
    move(entry.time, ++now_);
  }
  entry.sectors |= sectors;
  entry.time = static_cast<std::uint32_t>(now_);
  entry.lines_before = lines_;
  entry.last = uses_++;
  return use;
}

}  // namespace gpumodel
