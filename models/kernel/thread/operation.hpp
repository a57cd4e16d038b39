// The operations a thread program counts, besides its accesses.
//
// Arithmetic is written per element type (fp32: {fma: 4, div: 1}); the rest stands by itself
// (int: {add: 3}, convert: {i32_f32: 2}, shuffle: 5). Division, roots and transcendental functions
// are no instructions of a GPU: expansion.hpp says what a compiler makes of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace gpumodel {

// What executes: an arithmetic pipe of one type, or one of the other units.
enum class OperationClass : std::uint8_t { fp64, fp32, fp16, integer, convert, warp, tensor };

enum class Operation : std::uint8_t {
  // floating point, of fp64, fp32 or fp16
  add,
  mul,
  fma,
  compare,  // min, max and comparisons: no flop
  div,
  sqrt,
  rsqrt,
  rcp,
  exp,
  log,
  sin,
  cos,
  tanh,
  // integer
  int_add,
  int_mul,  // and multiply-add
  int_logic,
  int_shift,
  int_compare,
  int_div,
  // others
  conversion,
  to_single,  // the conversion of a whole number of at most 4 B to fp32
  shuffle,
  vote,
  tensor_f16,  // counted in flop per thread: m16n8k16 is 4096 flop of a warp, 128 per thread
  tensor_bf16,
  tensor_tf32,
  tensor_f64,
  tensor_i8,
};

// Of one number: roots, reciprocals and transcendental functions.
constexpr bool is_unary(Operation operation) {
  return operation >= Operation::sqrt && operation <= Operation::tanh;
}

struct OperationName {
  std::string_view group;  // "fp32", "int", "tensor"; empty: the name stands by itself
  std::string_view name;   // "fma"
  OperationClass klass;
  Operation operation;
};

// All rows of the table, in the order they are shown.
std::span<const OperationName> operation_names();
// The row of `group: {name: ...}`, or nothing.
std::optional<OperationName> find_operation(std::string_view group, std::string_view name);

}  // namespace gpumodel
