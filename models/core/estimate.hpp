// A quantity with the interval its uncertain operands allow.
//
// All quantities here are non-negative and every operation is monotone in each operand, so the
// interval of a result follows from the ends of its operands: the slowest time is the most bytes
// over the least bandwidth. The ends are worst cases, not standard deviations: independent errors
// are added up linearly, so the interval is on the wide side.
#pragma once

#include <algorithm>
#include <cmath>

#include "models/core/sourced.hpp"

namespace gpumodel {

template <class Q>
struct Estimate {
  Q value{}, low{}, high{};
};

template <class Q>
constexpr Estimate<Q> exact(Q value) {
  return {value, value, value};
}

template <class Q>
Estimate<Q> estimate(const Sourced<Q>& sourced) {
  const Q value = sourced.known();
  return {value, value / sourced.source.factor, value * sourced.source.factor};
}

template <Dim D>
constexpr Estimate<Quantity<D>> operator+(Estimate<Quantity<D>> a, Estimate<Quantity<D>> b) {
  return {a.value + b.value, a.low + b.low, a.high + b.high};
}
template <Dim A, Dim B>
constexpr auto operator*(Estimate<Quantity<A>> a, Estimate<Quantity<B>> b) {
  return Estimate<Quantity<A + B>>{a.value * b.value, a.low * b.low, a.high * b.high};
}
template <Dim A, Dim B>
  requires(!(A == B))
constexpr auto operator/(Estimate<Quantity<A>> a, Estimate<Quantity<B>> b) {
  return Estimate<Quantity<A - B>>{a.value / b.value, a.low / b.high, a.high / b.low};
}
template <Dim D>
constexpr Estimate<Quantity<D>> operator/(Estimate<Quantity<D>> a, double k) {
  return {a.value / k, a.low / k, a.high / k};
}
// With its ends a factor farther apart on either side.
template <class Q>
constexpr Estimate<Q> widened(Estimate<Q> a, double factor) {
  return {a.value, a.low / factor, a.high * factor};
}
template <class Q>
constexpr Estimate<Q> max(Estimate<Q> a, Estimate<Q> b) {
  return {std::max(a.value, b.value), std::max(a.low, b.low), std::max(a.high, b.high)};
}
template <class Q>
constexpr Estimate<Q> min(Estimate<Q> a, Estimate<Q> b) {
  return {std::min(a.value, b.value), std::min(a.low, b.low), std::min(a.high, b.high)};
}

}  // namespace gpumodel
