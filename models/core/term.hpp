// A prediction is a tree of terms. The time of a leaf is an expression (models/core/workings.hpp):
// one object is its value, its interval, its equation and its operands. Inner terms say how their
// parts combine, so a total is never a second formula, and the limiter is read off the tree.
//
//   kernel       sum
//     launch     t = t_launch
//     body       max
//       dram     t = V / b      <- limiter
//       fp64     t = F / P
//
// Trees live in flat arrays that are reused from one prediction to the next; text is not copied
// (names and symbols are static), so a Prediction refers to the Gpu, Cpu and Kernel it was made
// from and must not outlive them.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/core/constant.hpp"
#include "models/core/workings.hpp"

namespace gpumodel {

enum class Combine : std::uint8_t {
  leaf,
  sum,    // nothing overlaps
  max,    // perfect overlap
  norm,   // in between: (sum of t^p)^(1/p)
  queue,  // customers that take turns: the first part is waited out, the others are shared
};

constexpr std::string_view to_string(Combine how) {
  switch (how) {
    case Combine::leaf:
      return "leaf";
    case Combine::sum:
      return "sum";
    case Combine::max:
      return "max";
    case Combine::norm:
      return "norm";
    case Combine::queue:
      return "queue";
  }
  return "leaf";
}

enum class TermId : std::int32_t { none = -1 };

// What a leaf stands for: work over the rate of a unit, so that its share of a total is how busy
// the unit is; or time in which no unit need be busy: a launch, latencies, the last blocks.
enum class Leaf : std::uint8_t { unit, wait };

struct Term {
  std::string_view name;  // stable, machine-readable: "dram"
  Estimate<Seconds> time;
  NodeId worked{};  // of leaves
  Combine combine = Combine::leaf;
  Leaf stands_for = Leaf::unit;  // of leaves
  double exponent = 0.0;         // p of a norm; the customers of a queue
  bool even = false;             // a unit that takes equally long for each piece
  double uneven = 1.0;           // times the work of an SM is that of the fullest one
  double in_a_burst = 0.0;       // share of a queue's work that comes all at once
  // What is known of such times from outside: the interval is at least as wide. Null: nothing.
  const Constant* known_within = nullptr;
  TermId first_part = TermId::none;
  TermId next = TermId::none;  // the sibling after this one
  // The longest leaf below, or itself, of each kind that leaves stand for.
  std::array<TermId, 2> longest{TermId::none, TermId::none};
};

class TermTree {
 public:
  void clear();

  // Where the times of leaves are worked out.
  Workings& workings() { return workings_; }
  const Workings& workings() const { return workings_; }

  TermId leaf(std::string_view name, Worked<Seconds> time, Leaf stands_for = Leaf::unit);
  // Parts that are TermId::none are left out. A single part is not wrapped except for sums.
  // Of a queue the first part is waited out, and at the others `exponent` customers take turns;
  // work that comes in a burst flows through the parts one behind the other: the wait, and the
  // slowest of them.
  TermId combine(std::string_view name, Combine how, std::span<const TermId> parts,
                 double exponent = 0.0, double in_a_burst = 0.0);
  TermId combine(std::string_view name, Combine how, std::initializer_list<TermId> parts,
                 double exponent = 0.0, double in_a_burst = 0.0) {
    return combine(name, how, std::span(parts.begin(), parts.size()), exponent, in_a_burst);
  }
  // The same term once more, with all below: a term has one place in the tree.
  TermId again(TermId id);
  // At it queues are shorter.
  void serves_evenly(TermId unit);
  // Its time is that of the fullest SM, which has `uneven` times the mean.
  void is_spread_unevenly(TermId unit, double uneven);
  // `row` must outlive the tree.
  void is_known_within(TermId id, const Constant& row);

  const Term& operator[](TermId id) const { return terms_[static_cast<std::size_t>(id)]; }
  std::vector<TermId> parts(TermId id) const;
  // The number of a device that a leaf hangs on most, by derivative; the last made of several that
  // it hangs on alike. Nothing where no such number is in it.
  std::optional<NodeId> ceiling(TermId leaf) const;

  // The first term of this name below `root`, itself included; none where there is none.
  TermId find(TermId root, std::string_view name) const;

  // The leaf one would have to speed up: the busiest unit, or the longest wait where no unit is
  // busy for constants::least_busy of the time.
  TermId limiter(TermId root) const;
  // The longest leaf of a kind under `root`; none where there is none.
  TermId largest_leaf(TermId root, Leaf of) const {
    return (*this)[root].longest[static_cast<std::size_t>(of)];
  }

 private:
  TermId add(Term& term);
  // Each knows the one after it; the first, or none.
  TermId linked(std::span<const TermId> parts);
  Estimate<Seconds> combined(const Term& term) const;
  Estimate<Seconds> queued(const Term& term) const;

  std::vector<Term> terms_;
  Workings workings_;
};

}  // namespace gpumodel
