#include "models/analysis/traffic/stack_distance.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace gpumodel {
namespace {

constexpr std::size_t first_table = 64;
constexpr std::size_t first_times = 4096, times_of_line = 16;
constexpr std::size_t word_bits = 64;
constexpr unsigned sector_bits = 4, sector_mask = 15;
constexpr std::int64_t most_since = std::numeric_limits<std::uint32_t>::max();
constexpr unsigned warps_per_word = word_bits / sector_bits;

// Of a word of times: those up to this one.
std::uint64_t up_to(std::size_t time) {
  return ~std::uint64_t{0} >> (word_bits - 1 - time % word_bits);
}

std::uint64_t bit_of(std::size_t time) {
  return std::uint64_t{1} << time % word_bits;
}

// Sectors that any warp used.
unsigned of_any(const std::array<std::uint64_t, 2>& by_warp) {
  std::uint64_t all = by_warp[0] | by_warp[1];
  for (unsigned shift = word_bits / 2; shift >= sector_bits; shift /= 2) all |= all >> shift;
  return static_cast<unsigned>(all) & sector_mask;
}

}  // namespace

StackDistance::StackDistance() : table_(first_table) {
  set_times(first_times);
}

void StackDistance::clear() {
  if (++round_ == 0) {
    std::ranges::fill(table_, Entry{});
    round_ = 1;
  }
  set_times(taken_.size() * word_bits);
  passed_.clear();
  used_ = 0;
  lines_ = 0;
  uses_ = 0;
}

// None of them is taken.
void StackDistance::set_times(std::size_t times) {
  const std::size_t words = (times + word_bits - 1) / word_bits;
  taken_.assign(words, 0);
  tree_.assign(words + 1, 0);
  moves_ = {};
  last_from_ = none;
  now_ = 0;
  live_ = 0;
}

StackDistance::Entry& StackDistance::find(std::int64_t line) {
  const std::size_t mask = table_.size() - 1;
  std::size_t at = place(line);
  while (table_[at].round == round_ && table_[at].line != line) at = (at + 1) & mask;
  return table_[at];
}

void StackDistance::grow() {
  std::vector<Entry> old(table_.size() * 2);
  std::swap(old, table_);
  for (const Entry& entry : old) {
    if (entry.round == round_) find(entry.line) = entry;
  }
}

// Times are used up: those that are taken, in order, become 0, 1, 2, ...
void StackDistance::renumber() {
  const std::vector<std::uint64_t> taken = std::move(taken_);
  std::vector<std::size_t> before(taken.size() + 1, 0);  // taken ones, by word
  for (std::size_t word = 0; word < taken.size(); ++word) {
    before[word + 1] = before[word] + static_cast<std::size_t>(std::popcount(taken[word]));
  }
  const auto rank = [&](std::size_t time) {
    const std::size_t word = time / word_bits;
    return before[word] + static_cast<std::size_t>(std::popcount(taken[word] & up_to(time))) - 1;
  };
  set_times(std::max(first_times, before.back() * times_of_line));
  now_ = before.back();
  for (Entry& entry : table_) {
    if (entry.round != round_) continue;
    entry.time = static_cast<std::uint32_t>(rank(entry.time));
    take(entry.time, 1);
  }
  for (Passed& passed : passed_) {
    passed.time = rank(passed.time);
    take(passed.time, passed.lines);
  }
}

void StackDistance::take(std::size_t time, std::int64_t lines) {
  taken_[time / word_bits] |= bit_of(time);
  count(time / word_bits, lines);
}

void StackDistance::count(std::size_t word, std::int64_t change) {
  live_ += change;
  for (++word; word < tree_.size(); word += word & (~word + 1)) tree_[word] += change;
}

// A line from one time to another.
void StackDistance::move(std::size_t from, std::size_t to) {
  taken_[from / word_bits] &= ~bit_of(from);
  taken_[to / word_bits] |= bit_of(to);
  if (from / word_bits != moves_.from || to / word_bits != moves_.to) {
    settle_moves();
    moves_ = {from / word_bits, to / word_bits};
  }
  ++moves_.lines;
}

// Where the ways up the tree meet, nothing changes from there on.
void StackDistance::settle_moves() {
  const std::int64_t lines = std::exchange(moves_.lines, 0);
  if (lines == 0) return;
  std::size_t from = moves_.from + 1, to = moves_.to + 1;
  while (from != to) {
    std::size_t& lower = from < to ? from : to;
    if (lower >= tree_.size()) return;
    tree_[lower] += from < to ? -lines : lines;
    lower += lower & (~lower + 1);
  }
}

void StackDistance::pass(std::int64_t lines, std::int64_t first, std::size_t walk) {
  if (lines <= 0) return;
  if (now_ >= taken_.size() * word_bits) renumber();
  last_from_ = none;
  // The latest of this walk are met again, now.
  std::int64_t again = lines - first;
  for (auto before = passed_.rbegin(); before != passed_.rend() && again > 0; ++before) {
    if (before->walk != walk) continue;
    const std::int64_t moved = std::min(again, before->lines);
    before->lines -= moved;
    again -= moved;
    count(before->time / word_bits, -moved);
    if (before->lines == 0) taken_[before->time / word_bits] &= ~bit_of(before->time);
  }
  std::erase_if(passed_, [](const Passed& passed) { return passed.lines == 0; });
  lines_ += first;
  passed_.push_back({now_, lines, walk});
  take(now_++, lines);
}

std::int64_t StackDistance::live_up_to(std::size_t time) {
  settle_moves();
  const std::size_t word = time / word_bits;
  std::int64_t total = std::popcount(taken_[word] & up_to(time));
  for (std::size_t at = word; at > 0; at &= at - 1) total += tree_[at];
  // What passed is more than its bit.
  auto passed = std::ranges::lower_bound(passed_, word * word_bits, {}, &Passed::time);
  for (; passed != passed_.end() && passed->time <= time; ++passed) total += passed->lines - 1;
  return total;
}

StackDistance::Use StackDistance::touch(std::int64_t line, unsigned sectors, int warp) {
  if ((used_ + 1) * 2 > table_.size()) grow();
  if (now_ >= taken_.size() * word_bits) renumber();
  Entry& entry = find(line);
  const unsigned shift = static_cast<unsigned>(warp) % warps_per_word * sector_bits;
  Use use;
  if (entry.round != round_) {
    entry = {.line = line, .round = round_};
    ++used_;
    ++lines_;
    take(now_, 1);
    last_from_ = none;
  } else {
    if (entry.time != last_from_ + 1) last_distance_ = live_ - live_up_to(entry.time);
    last_from_ = entry.time;
    use.distance = last_distance_;
    use.before = of_any(entry.sectors);
    use.last = entry.last;
    move(entry.time, now_);
    const auto passed = static_cast<std::uint32_t>(std::min(*use.distance, most_since));
    for (std::uint32_t& since : entry.since) since = std::max(since, passed);
    if (lines_ > entry.lines_before) entry.after_new = sector_mask;
    use.since = entry.since;
    use.after_new = entry.after_new & use.before;
  }
  for (unsigned sector = 0; sector < sector_bits; ++sector) {
    if ((sectors >> sector & 1U) != 0) entry.since[sector] = 0;
  }
  entry.after_new = static_cast<std::uint8_t>(entry.after_new & ~sectors);
  std::uint64_t& of_warp = entry.sectors[static_cast<unsigned>(warp) / warps_per_word];
  use.before_in_warp = static_cast<unsigned>(of_warp >> shift) & sector_mask;
  of_warp |= std::uint64_t{sectors} << shift;
  entry.time = static_cast<std::uint32_t>(now_++);
  entry.lines_before = lines_;
  entry.last = uses_++;
  return use;
}

}  // namespace gpumodel
