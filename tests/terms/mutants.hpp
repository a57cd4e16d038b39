// Operators and literals that a run of the tests can change, one at a time.
//
// mutants.py writes `a + b` as `a +At{7}+ b`: precedence and order stay as they were, and what
// MUTANT=7 in the environment names becomes `a - b`. All mutants are one program that is compiled
// once; none of it is in gpumodel.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <type_traits>
#include <utility>

#include "models/core/workings.hpp"

namespace gpumodel::mutants {

inline int chosen() {
  static const int number = [] {
    const char* text = std::getenv("MUTANT");
    return text != nullptr ? std::atoi(text) : 0;
  }();
  return number;
}

// What cannot be changed so, such as the `+` of strings, is no mutant.
[[noreturn]] inline void no_mutant() {
  std::_Exit(99);
}

struct At {
  int number;  // of the first mutant at this place
  bool is(int which) const { return chosen() == number + which; }
};

// A result in the type that the expression around it expects.
template <class R>
struct To {
  template <class T>
  static R from(const T& value) {
    if constexpr (std::is_convertible_v<T, R>) return value;
    if constexpr (!std::is_convertible_v<T, R> && requires { value.si; }) {
      if constexpr (requires { R{value.si}; }) return R{value.si};
    }
    if constexpr (!std::is_convertible_v<T, R> && std::is_arithmetic_v<T>) {
      if constexpr (requires { R{static_cast<double>(value)}; }) {
        return R{static_cast<double>(value)};
      }
    }
    no_mutant();
  }
};
template <class Q>
struct To<Worked<Q>> {
  template <class P>
  static Worked<Q> from(const Worked<P>& value) {
    return value.template as<Q>();
  }
  template <class T>
  static Worked<Q> from(const T&) {
    no_mutant();
  }
};

template <char sign, class A>
struct Left {
  A value;
  At at;
};

template <class A>
Left<'+', A> operator+(A a, At at) {
  return {std::move(a), at};
}
template <class A>
Left<'-', A> operator-(A a, At at) {
  return {std::move(a), at};
}
template <class A>
Left<'*', A> operator*(A a, At at) {
  return {std::move(a), at};
}
template <class A>
Left<'/', A> operator/(A a, At at) {
  return {std::move(a), at};
}

template <class A, class B>
auto operator+(const Left<'+', A>& left, const B& b) {
  using R = std::decay_t<decltype(left.value + b)>;
  if (!left.at.is(0)) return R(left.value + b);
  if constexpr (requires { left.value - b; }) return To<R>::from(left.value - b);
  no_mutant();
}
template <class A, class B>
auto operator-(const Left<'-', A>& left, const B& b) {
  using R = std::decay_t<decltype(left.value - b)>;
  if (!left.at.is(0)) return R(left.value - b);
  if constexpr (requires { left.value + b; }) return To<R>::from(left.value + b);
  no_mutant();
}
// The second mutant of a place leaves a factor out.
template <class R, class A, class B>
R without_factor(const A& a, const B& b) {
  if constexpr (std::is_arithmetic_v<A> && !std::is_arithmetic_v<B>) return To<R>::from(b);
  return To<R>::from(a);
}
template <class A, class B>
auto operator*(const Left<'*', A>& left, const B& b) {
  using R = std::decay_t<decltype(left.value * b)>;
  if (left.at.is(1)) return without_factor<R>(left.value, b);
  if (!left.at.is(0)) return R(left.value * b);
  if constexpr (requires { left.value / b; }) return To<R>::from(left.value / b);
  no_mutant();
}
template <class A, class B>
auto operator/(const Left<'/', A>& left, const B& b) {
  using R = std::decay_t<decltype(left.value / b)>;
  if (left.at.is(1)) return without_factor<R>(left.value, b);
  if (!left.at.is(0)) return R(left.value / b);
  if constexpr (requires { left.value* b; }) return To<R>::from(left.value * b);
  no_mutant();
}

template <class T>
T max(At at, T a, T b) {
  using std::max;
  using std::min;
  return at.is(0) ? min(a, b) : max(a, b);
}
template <class T>
T min(At at, T a, T b) {
  using std::max;
  using std::min;
  return at.is(0) ? max(a, b) : min(a, b);
}
template <class T>
T max(At at, std::initializer_list<T> all) {
  return at.is(0) ? std::min(all) : std::max(all);
}
template <class T>
T min(At at, std::initializer_list<T> all) {
  return at.is(0) ? std::max(all) : std::min(all);
}

// 5 % more; of nothing, something.
inline double literal(At at, double value) {
  if (!at.is(0)) return value;
  return value == 0.0 ? 1.0 : 1.05 * value;
}

// What is added to a sum.
template <class T>
T added(At at, T value) {
  if constexpr (std::is_arithmetic_v<T>) return at.is(0) ? T(-value) : value;
  if (at.is(0)) no_mutant();
  return value;
}

}  // namespace gpumodel::mutants
