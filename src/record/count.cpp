#include "src/record/count.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <optional>
#include <sstream>
#include <unordered_map>
#include <vector>

// Of the thread that runs: its place, its block's, and the extents of blocks and of the grid.
extern "C" __thread unsigned __gpumodel_place[13];  // NOLINT(readability-identifier-naming)

namespace gpumodel::record {
namespace {

constexpr unsigned most_seconds = 30;  // until a block that waits for another one is given up
constexpr std::size_t most_bins = 65536, most_values = 64;

struct Bin {
  std::uint64_t count = 0;
  std::int64_t sum = 0;  // of its values
};
using Bins = std::vector<Bin>;

// How often each value comes: in ever wider bins, the more of them there are.
class Values {
 public:
  void add(std::int64_t value) {
    Bin& bin = bins_[value >> wide_];
    ++bin.count;
    bin.sum += value;
    least_ = any_ ? std::min(least_, value) : value;
    most_ = any_ ? std::max(most_, value) : value;
    any_ = true;
    if (bins_.size() > most_bins) widen();
  }
  std::string number() const {
    const Bins all = sorted();
    if (all.size() <= most_values && wide_ == 0) return "number" + list(all);
    return "range " + std::to_string(least_) + " " + std::to_string(most_);
  }
  std::string list() const {
    const Bins all = sorted();
    return list(all.size() <= most_values && wide_ == 0 ? all : fewer(all));
  }
  // Of the largest of some of them, drawn each by itself.
  double mean_largest(double of) const {
    const Bins all = sorted();
    double whole = 0.0, passed = 0.0, below = 0.0, sum = 0.0;
    for (const Bin& each : all) whole += static_cast<double>(each.count);
    for (const Bin& each : all) {
      passed += static_cast<double>(each.count);
      const double so_far = std::pow(passed / whole, of);
      sum += static_cast<double>(mean(each)) * (so_far - below);
      below = so_far;
    }
    return sum;
  }
  double mean() const { return mean_largest(1.0); }
  double sum() const {
    double sum = 0.0;
    for (const auto& [key, bin] : bins_) sum += static_cast<double>(bin.sum);
    return sum;
  }

 private:
  void widen() {
    ++wide_;
    std::unordered_map<std::int64_t, Bin> wider;
    for (const auto& [key, bin] : bins_) {
      Bin& into = wider[key >> 1];
      into.count += bin.count;
      into.sum += bin.sum;
    }
    bins_.swap(wider);
  }
  static std::int64_t mean(const Bin& bin) {
    const auto count = static_cast<std::int64_t>(bin.count);
    return (bin.sum + (bin.sum < 0 ? -count : count) / 2) / count;
  }
  Bins sorted() const {
    Bins all;
    for (const auto& [key, bin] : bins_) all.push_back(bin);
    std::sort(all.begin(), all.end(), [](const Bin& a, const Bin& b) { return mean(a) < mean(b); });
    return all;
  }
  // Neighbours together, about as many in each.
  static Bins fewer(const Bins& all) {
    std::uint64_t whole = 0, passed = 0;
    for (const Bin& each : all) whole += each.count;
    Bins made(most_values);
    for (const Bin& each : all) {
      Bin& into = made[std::min(passed * most_values / whole, std::uint64_t{most_values - 1})];
      into.count += each.count;
      into.sum += each.sum;
      passed += each.count;
    }
    std::erase_if(made, [](const Bin& bin) { return bin.count == 0; });
    return made;
  }
  static std::string list(const Bins& all) {
    std::string text;
    for (const Bin& each : all)
      text.append(" ")
          .append(std::to_string(mean(each)))
          .append(":")
          .append(std::to_string(each.count));
    return text;
  }

  std::unordered_map<std::int64_t, Bin> bins_;
  unsigned wide_ = 0;
  std::int64_t least_ = 0, most_ = 0;
  bool any_ = false;
};

// What the lanes of a warp have in common, each time they come to a place, as threads of a block
// run one after the other.
class Warps {
 public:
  // `value` of the lane whose thread runs: the most of a warp's is kept.
  void add(std::int64_t value) {
    const unsigned* at = __gpumodel_place;
    if (!std::equal(block_.begin(), block_.end(), at + 3)) close();
    std::copy_n(at + 3, block_.size(), block_.begin());
    const std::size_t thread = at[0] + at[6] * (at[1] + std::size_t{at[7]} * at[2]);
    if (visits_.size() <= thread) visits_.resize(thread + 1);
    if (most_.size() <= thread / width) most_.resize(thread / width + 1);
    std::vector<std::int64_t>& of_warp = most_[thread / width];
    const std::size_t visit = visits_[thread]++;
    if (of_warp.size() <= visit) of_warp.resize(visit + 1);
    of_warp[visit] = std::max(of_warp[visit], value);
    ++lanes_counted_;
  }
  const Values& most() {
    close();
    return of_warps_;
  }
  std::uint64_t count() const { return warps_counted_; }
  // Lanes of a warp that come to the place.
  double lanes() const {
    return lanes_counted_ / static_cast<double>(std::max<std::uint64_t>(1, warps_counted_));
  }

 private:
  static constexpr std::size_t width = 32;
  void close() {
    for (const std::vector<std::int64_t>& of_warp : most_) {
      for (const std::int64_t rounds : of_warp) of_warps_.add(rounds);
      warps_counted_ += of_warp.size();
    }
    most_.clear();
    visits_.clear();
  }

  std::array<unsigned, 3> block_{};
  std::vector<std::size_t> visits_;              // of threads of this block
  std::vector<std::vector<std::int64_t>> most_;  // of its warps, for each visit
  Values of_warps_;
  double lanes_counted_ = 0.0;
  std::uint64_t warps_counted_ = 0;
};

struct Site {
  enum class Kind { nothing, share, rounds, number } kind = Kind::nothing;
  std::uint64_t reached = 0, held = 0;
  Values values{};
  Warps warps{};

  std::string text() {
    if (kind == Kind::nothing) return "nothing";
    if (kind == Kind::rounds) return rounds_text();
    if (kind == Kind::number) return values.number();
    const auto with_any = static_cast<std::uint64_t>(warps.most().sum());  // of ones and zeros
    return "share " + std::to_string(reached) + " " + std::to_string(held) + " " +
           std::to_string(warps.count()) + " " + std::to_string(with_any);
  }

 private:
  // A warp goes round until the last of its lanes is done. Of lanes that go round much alike, as
  // neighbours in a picture do, the rounds of the warp.
  std::string rounds_text() {
    const Values& of_warps = warps.most();
    const double each_by_itself = values.mean_largest(warps.lanes());
    const bool alike = of_warps.mean() < (values.mean() + each_by_itself) / 2.0;
    return alike ? "warps" + of_warps.list() : "rounds" + values.list();
  }
};

std::vector<Site>& sites() {
  static auto* all = new std::vector<Site>;
  return *all;
}

void write_all(int to, const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t n = write(to, text.data() + at, text.size() - at);
    if (n <= 0) _exit(1);
    at += static_cast<std::size_t>(n);
  }
}

std::string read_all(int from) {
  std::string text;
  char buffer[4096];
  for (;;) {
    const ssize_t n = read(from, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return text;
    text.append(buffer, static_cast<std::size_t>(n));
  }
}

[[noreturn]] void count_here(int to, std::size_t number,
                             const std::function<std::uint64_t()>& run) {
  for (int each = 1; each < NSIG; ++each) signal(each, SIG_DFL);
  alarm(most_seconds);
  sites().assign(number, {});
  const std::uint64_t blocks = run();
  std::string text = std::to_string(blocks) + " ";
  for (Site& each : sites()) text.append(&each == sites().data() ? "" : ";").append(each.text());
  write_all(to, text);
  _exit(0);
}

// One number for a site's; none where it has none, or what it says is not how often.
std::optional<double> how_often(const std::string& site) {
  std::istringstream words(site);
  std::string kind;
  words >> kind;
  double first = 0.0, second = 0.0;
  if (kind == "share" && words >> first >> second) return second / first;
  if (kind != "rounds" && kind != "warps") return std::nullopt;
  double rounds = 0.0, times = 0.0;
  for (char colon = 0; words >> first >> colon >> second; times += second) rounds += first * second;
  return times > 0.0 ? std::optional(rounds / times) : std::nullopt;
}

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
    return "a block of it takes longer than " + std::to_string(most_seconds) + " s";
  return WIFSIGNALED(status) ? "it crashes" : "its threads wait for each other for ever";
}

}  // namespace

bool alike(const std::string& numbers, const std::string& others) {
  std::istringstream one(numbers), other(others);
  std::string a, b;
  while (std::getline(one, a, ';') && std::getline(other, b, ';')) {
    if (a == b) continue;
    const auto x = how_often(a), y = how_often(b);
    if (!x || !y) return false;
    if (std::abs(*x - *y) > 0.1 * std::max(*x, *y)) return false;
  }
  return one.eof() == other.eof();
}

Counts count_in_copy(std::size_t number, const std::function<std::uint64_t()>& run) {
  int ends[2];
  if (pipe(ends) != 0) return {0, {}, "there is no pipe"};
  const pid_t copy = fork();
  if (copy == 0) {
    close(ends[0]);
    count_here(ends[1], number, run);
  }
  close(ends[1]);
  const std::string text = copy < 0 ? "" : read_all(ends[0]);
  close(ends[0]);
  if (copy < 0) return {0, {}, "there is no memory for a copy of the process"};
  int status = 0;
  while (waitpid(copy, &status, 0) < 0 && errno == EINTR) {
  }
  const std::size_t space = text.find(' ');
  if (status != 0 || space == std::string::npos) return {0, {}, how_it_ended(status)};
  return {std::stoull(text), text.substr(space + 1), {}};
}

}  // namespace gpumodel::record

using namespace gpumodel::record;

// What the code of a kernel with counters calls.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" {
void __gpumodel_count_share(unsigned site, unsigned holds) {
  Site& of = sites()[site];
  of.kind = Site::Kind::share;
  ++of.reached;
  of.held += holds;
  of.warps.add(holds);
}
void __gpumodel_count_rounds(unsigned site, std::int64_t rounds) {
  Site& of = sites()[site];
  of.kind = Site::Kind::rounds;
  of.values.add(rounds);
  of.warps.add(rounds);
}
void __gpumodel_count_number(unsigned site, std::int64_t number) {
  Site& of = sites()[site];
  of.kind = Site::Kind::number;
  of.values.add(number);
}
}
// NOLINTEND(readability-identifier-naming)
