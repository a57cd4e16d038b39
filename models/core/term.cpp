#include "models/core/term.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "models/core/constants.hpp"
#include "models/core/queue.hpp"

namespace gpumodel {
namespace {

Seconds norm(Seconds a, Seconds b, double p) {
  return {std::pow(std::pow(a.si, p) + std::pow(b.si, p), 1.0 / p)};
}

// Nearest the ends of its row in the table of constants.
double exponent_at(double p, double end) {
  return p * end / constants::overlap_exponent.value;
}

// How many customers there are is not known better than calibration tells.
double customers_at(double customers, double end) {
  return customers * end / constants::independent_customers.value;
}

Estimate<Seconds> joined(Combine how, Estimate<Seconds> a, Estimate<Seconds> b, double p) {
  switch (how) {
    case Combine::max:
      return max(a, b);
    case Combine::norm:
      return {norm(a.value, b.value, p),
              norm(a.low, b.low, exponent_at(p, constants::overlap_exponent.high)),
              norm(a.high, b.high, exponent_at(p, constants::overlap_exponent.low))};
    default:
      return a + b;
  }
}

}  // namespace

void TermTree::clear() {
  terms_.clear();
  workings_.clear();
}

TermId TermTree::leaf(std::string_view name, Worked<Seconds> time, Leaf stands_for) {
  Term term;
  term.stands_for = stands_for;
  term.name = name;
  term.worked = time.id();
  term.time = time.estimate();
  return add(term);
}

// Of leaves that take equally long the first one is the longest.
TermId TermTree::add(Term& term) {
  const auto id = static_cast<TermId>(terms_.size());
  term.longest = {TermId::none, TermId::none};
  if (term.first_part == TermId::none) term.longest[static_cast<std::size_t>(term.stands_for)] = id;
  for (TermId part = term.first_part; part != TermId::none; part = (*this)[part].next) {
    for (std::size_t kind = 0; kind < term.longest.size(); ++kind) {
      const TermId other = (*this)[part].longest[kind];
      TermId& longest = term.longest[kind];
      if (other == TermId::none) continue;
      if (longest == TermId::none || (*this)[other].time.value > (*this)[longest].time.value) {
        longest = other;
      }
    }
  }
  terms_.push_back(term);
  return id;
}

TermId TermTree::linked(std::span<const TermId> parts) {
  TermId first = TermId::none;
  TermId last = TermId::none;
  for (const TermId part : parts) {
    if (part == TermId::none) continue;
    if (last == TermId::none) {
      first = part;
    } else {
      terms_[static_cast<std::size_t>(last)].next = part;
    }
    last = part;
  }
  return first;
}

TermId TermTree::combine(std::string_view name, Combine how, std::span<const TermId> parts,
                         double exponent, double in_a_burst) {
  const TermId first = linked(parts);
  const bool several = first != TermId::none && (*this)[first].next != TermId::none;
  if (!several && how != Combine::sum) return first;
  Term term;
  term.name = name;
  term.combine = how;
  term.exponent = exponent;
  term.in_a_burst = in_a_burst;
  term.first_part = first;
  if (first != TermId::none) term.time = combined(term);
  return add(term);
}

TermId TermTree::again(TermId id) {
  if (id == TermId::none) return id;
  Term copy = (*this)[id];
  TermId last = TermId::none;
  for (TermId part = copy.first_part; part != TermId::none; part = (*this)[part].next) {
    const TermId made = again(part);
    (last == TermId::none ? copy.first_part : terms_[static_cast<std::size_t>(last)].next) = made;
    last = made;
  }
  copy.next = TermId::none;
  return add(copy);
}

void TermTree::is_spread_unevenly(TermId id, double uneven) {
  terms_[static_cast<std::size_t>(id)].uneven = uneven;
}

void TermTree::is_known_within(TermId id, const Constant& row) {
  Term& term = terms_[static_cast<std::size_t>(id)];
  term.known_within = &row;
  term.time.low = std::min(term.time.low, term.time.value * row.low);
  term.time.high = std::max(term.time.high, term.time.value * row.high);
}

void TermTree::serves_evenly(TermId id) {
  terms_[static_cast<std::size_t>(id)].even = true;
}

Estimate<Seconds> TermTree::queued(const Term& term) const {
  std::array<std::array<Station, most_stations>, 3> shared;
  std::array<double, 3> slowest{};
  std::size_t count = 0;
  for (TermId id = (*this)[term.first_part].next; id != TermId::none; id = (*this)[id].next) {
    const Term& part = (*this)[id];
    const std::array<double, 3> times = {part.time.value.si, part.time.low.si, part.time.high.si};
    for (std::size_t end = 0; end < times.size(); ++end) {
      shared[end].at(count) = {times[end], part.even};
      slowest[end] = std::max(slowest[end], times[end]);
    }
    ++count;
  }
  const auto stations = [&](std::size_t end) {
    return std::span<const Station>(shared[end]).first(count);
  };
  const Estimate<Seconds>& wait = (*this)[term.first_part].time;
  const Constant& row = constants::independent_customers;
  const std::array<double, 3> alone = {wait.value.si, wait.low.si, wait.high.si};
  const std::array<double, 3> turns =
      queue_times({{{alone[0], stations(0), term.exponent},
                    {alone[1], stations(1), customers_at(term.exponent, row.high)},
                    {alone[2], stations(2), customers_at(term.exponent, row.low)}}});
  const auto mixed = [&](std::size_t end) {
    return Seconds{term.in_a_burst * (alone[end] + slowest[end]) +
                   (1.0 - term.in_a_burst) * turns[end]};
  };
  return {mixed(0), mixed(1), mixed(2)};
}

Estimate<Seconds> TermTree::combined(const Term& term) const {
  if (term.combine == Combine::queue) return queued(term);
  Estimate<Seconds> total = (*this)[term.first_part].time;
  for (TermId id = (*this)[term.first_part].next; id != TermId::none; id = (*this)[id].next) {
    total = joined(term.combine, total, (*this)[id].time, term.exponent);
  }
  return total;
}

std::vector<TermId> TermTree::parts(TermId id) const {
  std::vector<TermId> found;
  for (TermId part = (*this)[id].first_part; part != TermId::none; part = (*this)[part].next) {
    found.push_back(part);
  }
  return found;
}

TermId TermTree::find(TermId root, std::string_view name) const {
  if (root == TermId::none || (*this)[root].name == name) return root;
  for (TermId part = (*this)[root].first_part; part != TermId::none; part = (*this)[part].next) {
    const TermId found = find(part, name);
    if (found != TermId::none) return found;
  }
  return TermId::none;
}

std::optional<NodeId> TermTree::ceiling(TermId leaf) const {
  const Term& term = (*this)[leaf];
  if (term.combine != Combine::leaf || term.time.value.si <= 0.0) return std::nullopt;
  const auto source = [&](NodeId id) { return workings_.operand(id).source(); };
  std::vector<Workings::Influence> numbers;  // one each: it may stand in several places
  for (const Workings::Influence& one : workings_.influences(term.worked)) {
    const From from = workings_.operand(one.operand).from;
    if (from != From::number && from != From::curve) continue;
    const auto known = std::ranges::find_if(numbers, [&](const Workings::Influence& other) {
      return source(other.operand) == source(one.operand);
    });
    if (known == numbers.end()) {
      numbers.push_back(one);
    } else {
      known->elasticity += one.elasticity;
    }
  }
  constexpr double alike = 1e-9;
  double most = 0.0;
  std::optional<NodeId> found;
  for (const Workings::Influence& one : numbers) {
    if (std::abs(one.elasticity) < std::max(most - alike, alike)) continue;
    most = std::abs(one.elasticity);
    found = one.operand;
  }
  return found;
}

TermId TermTree::limiter(TermId root) const {
  const auto [unit, wait] = (*this)[root].longest;
  if (unit != TermId::none &&
      (*this)[unit].time.value.si >= constants::least_busy.value * (*this)[root].time.value.si) {
    return unit;
  }
  return wait != TermId::none ? wait : unit != TermId::none ? unit : root;
}

}  // namespace gpumodel
