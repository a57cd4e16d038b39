// Arithmetic over named parameters, compiled once and evaluated often.
//
//   2*N            ceil_div(m, block.x)            min(n, 64Ki) * log2(n)            i > 0 && i <
//   n-1
//
// Operators, loosest first: || && ; == != < <= > >= ; + - ; * / % ; unary - ! ; ^ (to the right).
// Functions: min max (two or more), ceil_div floor_div (two), log2 floor ceil sqrt abs (one).
// Numbers: 42, 1.5, 1e6, 1_000_000, with a decimal (k K M G T P) or binary (Ki Mi Gi Ti Pi) suffix.
// Comparisons and logic give 1 or 0.
//
// Indices of arrays are computed as in C: there `/` drops the fraction (7/2 is 3, -7/2 is -3) and
// `%` has the sign of its left operand; both need whole numbers. See Arithmetic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/core/expression/number.hpp"

namespace gpumodel {

// A fault in an expression. `column` and `length` are byte offsets into its text.
struct ExpressionError {
  std::string message;
  std::string hint{};
  std::size_t column = 0;
  std::size_t length = 1;
};

// What `/` and `%` mean. `exact`: 7/2 is 3.5, and -7 % 4 is 1. `index`: integer division as in C,
// 7/2 is 3, and -7 % 4 is -3. `^` is a power; as it is exclusive or in C, `index` takes it only
// between two number literals (2^20).
enum class Arithmetic { exact, index };

class Expression {
 public:
  struct Name {
    std::string text;
    std::size_t column = 0;  // of its first use
    std::int32_t slot = -1;  // index into the values given to evaluate(); -1 until bound
  };

  Expression() = default;  // evaluates to 0

  // Throws ExpressionError on the first fault of syntax.
  static Expression parse(std::string_view text, Arithmetic arithmetic = Arithmetic::exact);
  static Expression constant(Number value);

  // Names used, in order of first use. Every name must be bound to a slot before evaluate().
  std::span<Name> names() { return names_; }
  std::span<const Name> names() const { return names_; }

  // Throws ExpressionError (division by zero, overflow, ...) at the operator at fault.
  Number evaluate(std::span<const Number> slots) const;

  const std::string& text() const { return text_; }

  // The compiled form, for evaluators over other values than one Number (lanes of a warp, affine
  // forms): postfix code, a constant or a name per operand.
  enum class Op : std::uint8_t {
    constant,
    name,
    add,
    subtract,
    multiply,
    divide,
    modulo,
    power,
    negate,
    logical_not,
    less,
    less_equal,
    greater,
    greater_equal,
    equal,
    not_equal,
    logical_and,
    logical_or,
    min,
    max,
    ceil_div,
    floor_div,
    c_divide,
    c_modulo,
    log2,
    floor,
    ceil,
    sqrt,
    abs
  };
  struct Instruction {
    Op op;
    std::uint16_t operand = 0;  // index of a constant or a name
    std::uint16_t column = 0;   // of the operator, for messages
  };

  static constexpr bool is_unary(Op op) {
    return op == Op::negate || op == Op::logical_not || op >= Op::log2;
  }
  static constexpr bool is_comparison(Op op) { return op >= Op::less && op <= Op::not_equal; }
  std::span<const Instruction> code() const { return code_; }
  std::span<const Number> constants() const { return constants_; }
  // What an operator does; throws ArithmeticError.
  static Number apply(Op op, Number a, Number b);
  static Number apply(Op op, Number a);

 private:
  friend class ExpressionCompiler;

  std::string text_;
  std::vector<Instruction> code_;  // postfix
  std::vector<Number> constants_;
  std::vector<Name> names_;
  std::size_t stack_depth_ = 1;  // operands pending at the deepest point
};

// Reads one number literal (sign not included) such as 64Ki, 1e6 or 1_000; returns how many bytes
// it took. Throws ExpressionError with columns relative to `text`.
struct NumberLiteral {
  Number value;
  std::size_t length = 0;
};
NumberLiteral parse_number_literal(std::string_view text);

}  // namespace gpumodel
