#include "src/app/application/fold.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace gpumodel {
namespace {

constexpr std::size_t longest_period = 64;
constexpr std::size_t most_lines = 200;  // that a person reads
constexpr std::optional<double> apart[] = {1e-3, 10e-3, std::nullopt};

// Which lines wait for which.
class Reach {
 public:
  explicit Reach(const std::vector<StepLine>& lines) : waits_(lines.size()), until_(lines.size()) {
    const bool none =
        std::ranges::all_of(lines, [](const auto& each) { return each.after.empty(); });
    std::map<std::size_t, std::size_t> at;
    for (std::size_t i = 0; i < lines.size() && !none; ++i) {
      if (lines[i].times == 1) at[lines[i].number] = i;
      for (const std::size_t number : lines[i].after) {
        const auto found = at.find(number);
        if (found == at.end()) continue;  // in a loop: never, for nothing reaches into one
        waits_[i].push_back(i - found->second);
        until_[found->second] = i;
      }
    }
  }
  // How many lines before it those stand that it waits for.
  const std::vector<std::size_t>& before(std::size_t line) const { return waits_[line]; }
  bool stays_within(std::size_t line, std::size_t begin, std::size_t end) const {
    const auto reaches_out = [&](std::size_t back) { return line - begin < back; };
    return until_[line] < end && std::ranges::none_of(waits_[line], reaches_out);
  }

 private:
  std::vector<std::vector<std::size_t>> waits_;
  std::vector<std::size_t> until_;  // the last that waits for it
};

class Folder {
 public:
  explicit Folder(std::optional<double> alike) : alike_(alike) {}

  // What is in graphs and regions first.
  std::vector<StepLine> fold_all(std::vector<StepLine> lines) {
    for (StepLine& each : lines) each.inner = fold_all(std::move(each.inner));
    return fold(std::move(lines));
  }

 private:
  // Loops of loops: what was folded may be repeated, too.
  std::vector<StepLine> fold(std::vector<StepLine> lines) {
    for (std::size_t before = lines.size() + 1; lines.size() < before;) {
      before = lines.size();
      lines = fold_once(std::move(lines));
    }
    return lines;
  }

  // The lines that this saves most are folded first.
  std::vector<StepLine> fold_once(std::vector<StepLine> lines) {
    const Reach reach(lines);
    std::vector<std::size_t> keys;
    for (std::size_t i = 0; i < lines.size(); ++i) keys.push_back(key(lines[i], reach.before(i)));
    std::vector<StepLine> all;
    for (std::size_t i = 0; i < lines.size();) {
      std::size_t best_period = 0, best_times = 1;
      const std::size_t longest = std::min(longest_period, (lines.size() - i) / 2);
      for (std::size_t period = 1; period <= longest; ++period) {
        const std::size_t times = rounds(lines, keys, reach, i, period);
        if ((times - 1) * period <= (best_times - 1) * best_period) continue;
        best_period = period;
        best_times = times;
      }
      if (best_times == 1) {
        all.push_back(std::move(lines[i++]));
        continue;
      }
      all.push_back({.times = best_times});
      StepLine& loop = all.back();
      for (std::size_t j = 0; j < best_period; ++j) {
        loop.inner.push_back(std::move(lines[i + j]));
        for (std::size_t round = 1; round < best_times; ++round)
          join(loop.inner.back(), lines[i + j + round * best_period]);
      }
      loop.inner = fold(std::move(loop.inner));
      i += best_period * best_times;
    }
    return all;
  }

  std::size_t rounds(const std::vector<StepLine>& lines, const std::vector<std::size_t>& keys,
                     const Reach& reach, std::size_t first, std::size_t period) const {
    std::size_t times = 0;
    for (std::size_t begin = first; begin + period <= lines.size(); begin += period) {
      for (std::size_t i = begin; i < begin + period; ++i) {
        const std::size_t of_first = first + (i - begin);
        const bool same = keys[i] == keys[of_first] && are_alike(lines[i], lines[of_first]);
        if (!same || !reach.stays_within(i, begin, begin + period))
          return std::max(times, std::size_t{1});
      }
      ++times;
    }
    return std::max(times, std::size_t{1});
  }

  // Equal keys: nothing but pauses differs.
  std::size_t key(const StepLine& line, const std::vector<std::size_t>& before = {}) {
    if (line.asked) return ++last_;
    std::string text = line.text + '\n' + line.place + '\n' + std::to_string(line.times);
    for (const std::size_t lines : before) text += '\n' + std::to_string(lines);
    const Reach reach(line.inner);
    for (std::size_t i = 0; i < line.inner.size(); ++i)
      text += "\n." + std::to_string(key(line.inner[i], reach.before(i)));
    const auto [at, is_new] = keys_.try_emplace(std::move(text), last_ + 1);
    if (is_new) ++last_;
    return at->second;
  }

  bool are_alike(const StepLine& a, const StepLine& b) const {
    const double one = a.pause.mean(), other = b.pause.mean();
    const double far = std::abs(one - other);
    if (alike_ && far > *alike_ && far > std::max(one, other) / 2) return false;
    for (std::size_t i = 0; i < a.inner.size(); ++i)
      if (!are_alike(a.inner[i], b.inner[i])) return false;
    return true;
  }

  static void join(StepLine& to, const StepLine& other) {
    to.pause.add(other.pause);
    for (std::size_t i = 0; i < to.inner.size(); ++i) join(to.inner[i], other.inner[i]);
  }

  std::optional<double> alike_;
  std::map<std::string, std::size_t> keys_;
  std::size_t last_ = 0;
};

std::size_t count(const std::vector<StepLine>& lines) {
  std::size_t all = lines.size();
  for (const StepLine& line : lines) all += count(line.inner);
  return all;
}

bool has_means(const std::vector<StepLine>& lines) {
  return std::ranges::any_of(lines, [](const StepLine& line) {
    return line.pause.least < line.pause.most || has_means(line.inner);
  });
}

}  // namespace

void HostPause::add(const HostPause& other) {
  sum += other.sum;
  least = std::min(least, other.least);
  most = std::max(most, other.most);
  count += other.count;
}

FoldedSteps folded(const std::vector<StepLine>& lines) {
  FoldedSteps made;
  for (const std::optional<double>& alike : apart) {
    Folder folder(alike);
    made.alike = alike;
    made.lines = lines;
    made.lines = folder.fold_all(std::move(made.lines));
    if (count(made.lines) <= most_lines) break;
  }
  made.means = has_means(made.lines);
  return made;
}

std::string pause_text(const HostPause& pause) {
  const bool several = pause.least < pause.most;
  const auto text = [](double seconds, int digits) {
    const bool short_one = seconds < 1e-3;
    return fmt::format("{:.{}g} {}", seconds * (short_one ? 1e6 : 1e3), digits,
                       short_one ? "us" : "ms");
  };
  std::string line = "{host: host code, time: " + text(pause.mean(), several ? 6 : 4) + "}";
  if (several) {
    line += fmt::format("  # mean of {}, from {} to {}", pause.count, text(pause.least, 3),
                        text(pause.most, 3));
  }
  return line;
}

}  // namespace gpumodel
