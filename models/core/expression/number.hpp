// The value of an expression: an exact 64-bit integer where possible, else a double.
//
// Sizes, counts and indices stay integers through + - * ^ % min max ceil_div floor_div, and
// overflow is an error, never a wrap. `a / b` stays an integer where b divides a, else it is real.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace gpumodel {

class Number {
 public:
  constexpr Number() = default;
  static constexpr Number integer(std::int64_t i) { return Number(i); }
  static constexpr Number real(double d) { return Number(d); }

  constexpr bool is_integer() const { return is_integer_; }
  constexpr std::int64_t integer() const { return integer_; }  // only if is_integer()
  constexpr double real() const { return is_integer_ ? static_cast<double>(integer_) : real_; }
  constexpr bool is_zero() const { return is_integer_ ? integer_ == 0 : real_ == 0.0; }
  constexpr bool is_negative() const { return is_integer_ ? integer_ < 0 : real_ < 0.0; }

 private:
  constexpr explicit Number(std::int64_t i) : integer_(i) {}
  constexpr explicit Number(double d) : real_(d), is_integer_(false) {}

  union {  // 16 bytes in all: expressions are evaluated millions of times a second
    std::int64_t integer_ = 0;
    double real_;
  };
  bool is_integer_ = true;
};

// Thrown by arithmetic that has no finite answer; the message says what happened.
struct ArithmeticError : std::domain_error {
  using std::domain_error::domain_error;
};

Number add(Number a, Number b);
Number subtract(Number a, Number b);
Number multiply(Number a, Number b);
Number divide(Number a, Number b);
Number modulo(Number a, Number b);     // result has the sign of b; integers only
Number floor_div(Number a, Number b);  // integers only
Number ceil_div(Number a, Number b);   // integers only
Number c_divide(Number a, Number b);   // towards zero, as in C; integers only
Number c_modulo(Number a, Number b);   // result has the sign of a, as in C; integers only
Number power(Number a, Number b);
Number negate(Number a);
Number absolute(Number a);
Number floor_of(Number a);
Number ceil_of(Number a);
Number square_root(Number a);
Number log2_of(Number a);  // an integer for exact powers of two
int compare(Number a, Number b);

std::string to_string(Number n);

}  // namespace gpumodel
