#include "src/app/compare/ratio.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace gpumodel {
namespace {

enum class End : std::uint8_t { value, low, high };

Seconds at(const Estimate<Seconds>& time, End end) {
  return end == End::low ? time.low : end == End::high ? time.high : time.value;
}

// A result without terms is one term: of its limiter, where that is told.
TimedTerm whole(const StoredResult& result) {
  if (result.terms) return *result.terms;
  return {.name = result.bound.empty() ? "time" : result.bound, .time = result.time};
}

bool share_numbers(const ResultKey& base, const ResultKey& now) {
  return base.metric == now.metric && base.metric != "measured" && base.device == now.device &&
         base.system == now.system && base.model == now.model;
}

class Sides {
 public:
  Sides(const StoredResult& base, const StoredResult& now)
      : base_(whole(base)),
        now_(whole(now)),
        known_(ratio(now.time.value.si, base.time.value.si)),
        shares_(share_numbers(base.key, now.key)),
        same_kernel_(base.key.what == now.key.what) {
    for (const TimedTerm* side : {&base_, &now_}) {
      for (const std::string& name : leaf_names(*side)) {
        if (std::ranges::find(names_, name) == names_.end()) names_.push_back(name);
      }
    }
  }

  Ratio range() {
    Ratio found{known_, farthest(false), farthest(true)};
    // The tree has no part in an error that is known of the whole.
    const auto& b = base_.known_within;
    const auto& n = now_.known_within;
    if (!(shares_ && same_kernel_ && b == n)) {
      const double base_low = b ? (*b)[0] : 1.0, base_high = b ? (*b)[1] : 1.0;
      const double now_low = n ? (*n)[0] : 1.0, now_high = n ? (*n)[1] : 1.0;
      found.low = std::min(found.low, ratio(known_ * now_low, base_high));
      found.high = std::max(found.high, ratio(known_ * now_high, base_low));
    }
    found.low = std::min(found.low, found.value);
    found.high = std::max(found.high, found.value);
    return found;
  }

 private:
  using Ends = std::map<std::string, std::pair<End, End>>;  // of the leaf of this name: base, new

  static double ratio(double now, double base) {
    constexpr double most = 1e300;
    if (base <= 0.0) return now <= 0.0 ? 1.0 : most;
    return std::min(now / base, most);
  }

  double ratio_with(const Ends& ends) const {
    const auto of = [&](const TimedTerm& side, End std::pair<End, End>::*which) {
      return combined_time(side,
                           [&](const TimedTerm& leaf) {
                             const auto found = ends.find(leaf.name);
                             return at(leaf.time,
                                       found == ends.end() ? End::value : found->second.*which);
                           })
          .si;
    };
    return ratio(of(now_, &std::pair<End, End>::second), of(base_, &std::pair<End, End>::first));
  }

  double farthest(bool up) const {
    Ends all;
    for (const std::string& name : names_) {
      if (!shares_) {
        all[name] = up ? std::pair(End::low, End::high) : std::pair(End::high, End::low);
        continue;
      }
      const double low = ratio_with({{name, {End::low, End::low}}});
      const double high = ratio_with({{name, {End::high, End::high}}});
      const End end = (high > low) == up ? End::high : End::low;
      all[name] = {end, end};
    }
    return known_ * ratio(ratio_with(all), ratio_with({}));
  }

  TimedTerm base_, now_;
  double known_;
  bool shares_, same_kernel_;
  std::vector<std::string> names_;
};

const TimedTerm* find_leaf(const TimedTerm& term, const std::string& name) {
  if (term.is_leaf() && term.name == name) return &term;
  for (const TimedTerm& part : term.parts) {
    if (const TimedTerm* found = find_leaf(part, name)) return found;
  }
  return nullptr;
}

double with_leaf(const TimedTerm& side, const std::string& name, Seconds time) {
  return combined_time(
             side,
             [&](const TimedTerm& leaf) { return leaf.name == name ? time : leaf.time.value; })
      .si;
}

}  // namespace

Ratio ratio_of(const StoredResult& base, const StoredResult& now) {
  return Sides(base, now).range();
}

TimeChange time_change(const Ratio& ratio, double within) {
  if (ratio.high <= 1.0 + within && ratio.low >= 1.0 / (1.0 + within)) return TimeChange::same;
  if (ratio.low > 1.0) return TimeChange::slower;
  if (ratio.high < 1.0) return TimeChange::faster;
  return TimeChange::ambiguous;
}

std::vector<TermMove> term_moves(const StoredResult& base, const StoredResult& now) {
  if (!base.terms || !now.terms) return {};
  std::vector<std::string> names = leaf_names(*base.terms);
  for (const std::string& name : leaf_names(*now.terms)) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  const double before = base.time.value.si, after = now.time.value.si;
  std::vector<TermMove> moves;
  double known = 0.0;
  for (const std::string& name : names) {
    const TimedTerm* in_base = find_leaf(*base.terms, name);
    const TimedTerm* in_now = find_leaf(*now.terms, name);
    TermMove move{.name = name};
    if (in_base != nullptr) move.base = in_base->time.value;
    if (in_now != nullptr) move.now = in_now->time.value;
    const double first = with_leaf(*base.terms, name, move.now) - before;
    const double last = after - with_leaf(*now.terms, name, move.base);
    // A side that has no such term cannot be given one.
    move.moved_s = in_base == nullptr ? last : in_now == nullptr ? first : 0.5 * (first + last);
    known += move.moved_s;
    moves.push_back(std::move(move));
  }
  moves.push_back({.name = {}, .moved_s = after - before - known});
  // What is left of rounding is no move.
  std::erase_if(moves,
                [&](const TermMove& move) { return std::abs(move.moved_s) <= 1e-12 * after; });
  std::ranges::stable_sort(moves, std::greater{},
                           [](const TermMove& move) { return std::abs(move.moved_s); });
  return moves;
}

}  // namespace gpumodel
