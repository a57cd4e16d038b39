#include "models/core/expression/number.hpp"

#include <bit>
#include <cmath>
#include <cstdio>

namespace gpumodel {
namespace {

constexpr double integer_limit = 9223372036854775808.0;  // 2^63

Number finite(double value) {
  if (!std::isfinite(value)) throw ArithmeticError("the result is not a finite number");
  return Number::real(value);
}

[[noreturn]] void overflow() {
  throw ArithmeticError("the result does not fit 64-bit integers");
}

Number rounded(double value) {
  if (!(std::abs(value) < integer_limit)) overflow();
  return Number::integer(static_cast<std::int64_t>(value));
}

bool both_integers(Number a, Number b) {
  return a.is_integer() && b.is_integer();
}

// Quotient rounded towards minus infinity, with its remainder (which has the sign of b).
struct Division {
  std::int64_t quotient, remainder;
};

Division floor_division(Number a, Number b, const char* what) {
  if (!both_integers(a, b)) {
    throw ArithmeticError(std::string(what) + " needs whole numbers, this is " +
                          to_string(a.is_integer() ? b : a));
  }
  if (b.is_zero()) throw ArithmeticError("division by zero");
  if (b.integer() == -1) return {negate(a).integer(), 0};  // INT64_MIN / -1 overflows
  std::int64_t quotient = a.integer() / b.integer();
  std::int64_t remainder = a.integer() % b.integer();
  if (remainder != 0 && (remainder < 0) != (b.integer() < 0)) {
    quotient -= 1;
    remainder += b.integer();
  }
  return {quotient, remainder};
}

Number integer_power(std::int64_t base, std::int64_t exponent) {
  std::int64_t result = 1;
  if (base == 1 || exponent == 0) return Number::integer(1);
  if (base == 0) return Number::integer(0);
  if (base == -1) return Number::integer(exponent % 2 == 0 ? 1 : -1);
  for (std::int64_t i = 0; i < exponent; ++i) {  // at most 63 rounds before overflow
    if (__builtin_mul_overflow(result, base, &result)) overflow();
  }
  return Number::integer(result);
}

}  // namespace

Number add(Number a, Number b) {
  if (!both_integers(a, b)) return finite(a.real() + b.real());
  std::int64_t result = 0;
  if (__builtin_add_overflow(a.integer(), b.integer(), &result)) overflow();
  return Number::integer(result);
}

Number subtract(Number a, Number b) {
  if (!both_integers(a, b)) return finite(a.real() - b.real());
  std::int64_t result = 0;
  if (__builtin_sub_overflow(a.integer(), b.integer(), &result)) overflow();
  return Number::integer(result);
}

Number multiply(Number a, Number b) {
  if (!both_integers(a, b)) return finite(a.real() * b.real());
  std::int64_t result = 0;
  if (__builtin_mul_overflow(a.integer(), b.integer(), &result)) overflow();
  return Number::integer(result);
}

Number divide(Number a, Number b) {
  if (b.is_zero()) throw ArithmeticError("division by zero");
  if (both_integers(a, b)) {
    const auto [quotient, remainder] = floor_division(a, b, "/");
    if (remainder == 0) return Number::integer(quotient);
  }
  return finite(a.real() / b.real());
}

Number modulo(Number a, Number b) {
  return Number::integer(floor_division(a, b, "%").remainder);
}

Number floor_div(Number a, Number b) {
  return Number::integer(floor_division(a, b, "floor_div").quotient);
}

Number ceil_div(Number a, Number b) {
  const auto [quotient, remainder] = floor_division(a, b, "ceil_div");
  return Number::integer(remainder == 0 ? quotient : quotient + 1);
}

Number c_divide(Number a, Number b) {
  const auto [quotient, remainder] = floor_division(a, b, "/");
  return Number::integer(remainder != 0 && quotient < 0 ? quotient + 1 : quotient);
}

Number c_modulo(Number a, Number b) {
  const std::int64_t remainder = floor_division(a, b, "%").remainder;
  const bool other_sign = remainder != 0 && a.is_negative() != b.is_negative();
  return Number::integer(other_sign ? remainder - b.integer() : remainder);
}

Number power(Number a, Number b) {
  if (both_integers(a, b) && !b.is_negative()) return integer_power(a.integer(), b.integer());
  if (a.is_zero() && b.is_negative()) throw ArithmeticError("division by zero");
  return finite(std::pow(a.real(), b.real()));
}

Number negate(Number a) {
  return subtract(Number::integer(0), a);
}

Number absolute(Number a) {
  return a.is_negative() ? negate(a) : a;
}

Number floor_of(Number a) {
  return a.is_integer() ? a : rounded(std::floor(a.real()));
}

Number ceil_of(Number a) {
  return a.is_integer() ? a : rounded(std::ceil(a.real()));
}

Number square_root(Number a) {
  if (a.is_negative()) throw ArithmeticError("sqrt of a negative number");
  return finite(std::sqrt(a.real()));
}

Number log2_of(Number a) {
  if (a.is_negative() || a.is_zero())
    throw ArithmeticError("log2 of a number that is not positive");
  if (a.is_integer() && std::has_single_bit(static_cast<std::uint64_t>(a.integer()))) {
    return Number::integer(std::countr_zero(static_cast<std::uint64_t>(a.integer())));
  }
  return finite(std::log2(a.real()));
}

int compare(Number a, Number b) {
  if (both_integers(a, b)) return (a.integer() > b.integer()) - (a.integer() < b.integer());
  return (a.real() > b.real()) - (a.real() < b.real());
}

std::string to_string(Number n) {
  if (n.is_integer()) return std::to_string(n.integer());
  char text[32];
  std::snprintf(text, sizeof text, "%.12g", n.real());
  return text;
}

}  // namespace gpumodel
