// Dimensioned quantities: SI doubles tagged with the exponents of five base dimensions.
//
// Prefixes (GB, us, MiB) exist only where text is read or printed; inside the engine a bandwidth is
// bytes per second and a clock is cycles per second. Mixing dimensions does not compile:
//
//   Bytes{24e5} / BytesPerSecond{840e9}   is Seconds
//   Bytes{8} + Seconds{1}                 is a compile error
//
// Counts above 2^53 are not exact in a double; exact counts live in integer expressions.
#pragma once

#include <compare>
#include <cstdint>

namespace gpumodel {

struct Dim {
  std::int8_t second = 0, byte = 0, flop = 0, cycle = 0, joule = 0;
  constexpr bool operator==(const Dim&) const = default;
};

constexpr Dim operator-(Dim a) {
  const auto minus = [](std::int8_t e) { return static_cast<std::int8_t>(-e); };
  return {minus(a.second), minus(a.byte), minus(a.flop), minus(a.cycle), minus(a.joule)};
}
constexpr Dim operator+(Dim a, Dim b) {
  const auto sum = [](std::int8_t x, std::int8_t y) { return static_cast<std::int8_t>(x + y); };
  return {sum(a.second, b.second), sum(a.byte, b.byte), sum(a.flop, b.flop), sum(a.cycle, b.cycle),
          sum(a.joule, b.joule)};
}
constexpr Dim operator-(Dim a, Dim b) {
  return a + -b;
}

template <Dim D>
struct Quantity {
  static constexpr Dim dim = D;
  double si{};  // value in seconds, bytes, flop, cycles and their products
  constexpr auto operator<=>(const Quantity&) const = default;
};

using Seconds = Quantity<Dim{.second = 1}>;
using Bytes = Quantity<Dim{.byte = 1}>;
using Flop = Quantity<Dim{.flop = 1}>;
using Cycles = Quantity<Dim{.cycle = 1}>;
using Count = Quantity<Dim{}>;  // threads, blocks, units: a number, but one with provenance
using Hertz = Quantity<Dim{.second = -1, .cycle = 1}>;
using PerSecond = Quantity<Dim{.second = -1}>;
using PerCycle = Quantity<Dim{.cycle = -1}>;
using BytesPerSecond = Quantity<Dim{.second = -1, .byte = 1}>;
using FlopPerSecond = Quantity<Dim{.second = -1, .flop = 1}>;
using FlopPerCycle = Quantity<Dim{.flop = 1, .cycle = -1}>;
using BytesPerCycle = Quantity<Dim{.byte = 1, .cycle = -1}>;
using FlopPerByte = Quantity<Dim{.byte = -1, .flop = 1}>;
using Joules = Quantity<Dim{.joule = 1}>;
using Watts = Quantity<Dim{.second = -1, .joule = 1}>;

template <Dim D>
constexpr Quantity<D> operator+(Quantity<D> a, Quantity<D> b) {
  return {a.si + b.si};
}
template <Dim D>
constexpr Quantity<D> operator-(Quantity<D> a, Quantity<D> b) {
  return {a.si - b.si};
}
template <Dim D>
constexpr Quantity<D> operator*(double k, Quantity<D> q) {
  return {k * q.si};
}
template <Dim D>
constexpr Quantity<D> operator*(Quantity<D> q, double k) {
  return {k * q.si};
}
template <Dim D>
constexpr Quantity<D> operator/(Quantity<D> q, double k) {
  return {q.si / k};
}
template <Dim A, Dim B>
constexpr Quantity<A + B> operator*(Quantity<A> a, Quantity<B> b) {
  return {a.si * b.si};
}
// Like over like is a plain ratio.
template <Dim A, Dim B>
constexpr auto operator/(Quantity<A> a, Quantity<B> b) {
  if constexpr (A == B) {
    return a.si / b.si;
  } else {
    return Quantity<A - B>{a.si / b.si};
  }
}

}  // namespace gpumodel
