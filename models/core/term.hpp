// A prediction is a tree of terms: each has a time, an equation and the operands put into it, each
// operand with its origin. Inner terms say how their parts combine, so a total is never a second
// formula, and the limiter is read off the tree.
//
//   kernel       sum
//     launch     t = t_launch
//     body       max
//       dram     t = V / b      <- limiter
//       fp64     t = F / P
//
// Trees live in two flat arrays that are reused from one prediction to the next; text is not
// copied (names and equations are static), so a Prediction refers to the Gpu, Cpu and Kernel it was
// made from and must not outlive them.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "models/core/estimate.hpp"

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

// One number put into an equation. Its origin is either where the value was written (`source`) or
// another term of the tree (`term`).
struct Operand {
  std::string_view symbol;  // "b_dram"
  double value = 0.0;       // SI
  Dim dim{};
  const Source* source = nullptr;
  std::string_view term{};
};

template <class Q>
Operand operand(std::string_view symbol, const Sourced<Q>& value) {
  return {symbol, value.si, Q::dim, &value.source, {}};
}
template <Dim D>
Operand operand(std::string_view symbol, Quantity<D> value, const Source& source) {
  return {symbol, value.si, D, &source, {}};
}
template <Dim D>
Operand operand(std::string_view symbol, Quantity<D> value, std::string_view term) {
  return {symbol, value.si, D, nullptr, term};
}

enum class TermId : std::int32_t { none = -1 };

// What a leaf stands for: work over the rate of a unit, so that its share of a total is how busy
// the unit is; or time in which no unit need be busy: a launch, latencies, the last blocks.
enum class Leaf : std::uint8_t { unit, wait };

// A unit that is busy for less of a time does not limit it.
inline constexpr double least_busy = 0.6;

struct Term {
  std::string_view name;      // stable, machine-readable: "dram"
  std::string_view equation;  // "t = V / b"
  Estimate<Seconds> time;
  Combine combine = Combine::leaf;
  Leaf stands_for = Leaf::unit;  // of leaves
  double exponent = 0.0;         // p of a norm; the customers of a queue
  bool even = false;             // a unit that takes equally long for each piece
  double uneven = 1.0;           // times the work of an SM is that of the fullest one
  double in_a_burst = 0.0;       // share of a queue's work that comes all at once
  TermId first_part = TermId::none;
  TermId next = TermId::none;  // the sibling after this one
  std::uint32_t first_operand = 0, operand_count = 0;
};

class TermTree {
 public:
  void clear();

  TermId leaf(std::string_view name, std::string_view equation, Estimate<Seconds> time,
              std::initializer_list<Operand> operands, Leaf stands_for = Leaf::unit);
  // Parts that are TermId::none are left out. A single part is not wrapped except for sums.
  TermId combine(std::string_view name, Combine how, std::initializer_list<TermId> parts,
                 double exponent = 0.0);
  // The first part is waited out, at the others customers take turns. Work that comes in a burst
  // flows through the parts one behind the other: the wait, and the slowest of them.
  TermId queue(std::string_view name, std::initializer_list<TermId> parts, double customers,
               double in_a_burst);
  // At it queues are shorter.
  void serves_evenly(TermId unit);
  // Its time is that of the fullest SM, which has `uneven` times the mean.
  void is_spread_unevenly(TermId unit, double uneven);
  // Adds one more operand to the term made last.
  void add_operand(const Operand& operand);

  const Term& operator[](TermId id) const { return terms_[static_cast<std::size_t>(id)]; }
  std::span<const Operand> operands(TermId id) const;
  std::vector<TermId> parts(TermId id) const;

  // The first term of this name below `root`, itself included; none where there is none.
  TermId find(TermId root, std::string_view name) const;

  // The leaf one would have to speed up: the busiest unit, or the longest wait where no unit is
  // busy for `least_busy` of the time.
  TermId limiter(TermId root) const;
  // The longest leaf of a kind under `root`; none where there is none.
  TermId largest_leaf(TermId root, Leaf of) const;

 private:
  Estimate<Seconds> combined(Combine how, TermId first, double exponent) const;
  Estimate<Seconds> queued(TermId first, double customers, double in_a_burst) const;

  std::vector<Term> terms_;
  std::vector<Operand> operands_;
};

}  // namespace gpumodel
