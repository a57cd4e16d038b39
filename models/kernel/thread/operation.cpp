#include "models/kernel/thread/operation.hpp"

#include <algorithm>
#include <array>

namespace gpumodel {
namespace {

using enum Operation;
using enum OperationClass;

constexpr std::array<OperationName, 13> floating(std::string_view group, OperationClass klass) {
  return {{{group, "add", klass, add},
           {group, "mul", klass, mul},
           {group, "fma", klass, fma},
           {group, "compare", klass, compare},
           {group, "div", klass, div},
           {group, "sqrt", klass, sqrt},
           {group, "rsqrt", klass, rsqrt},
           {group, "rcp", klass, rcp},
           {group, "exp", klass, exp},
           {group, "log", klass, log},
           {group, "sin", klass, sin},
           {group, "cos", klass, cos},
           {group, "tanh", klass, tanh}}};
}

constexpr std::array<OperationName, 20> others = {{{"int", "add", integer, int_add},
                                                   {"int", "mul", integer, int_mul},
                                                   {"int", "logic", integer, int_logic},
                                                   {"int", "shift", integer, int_shift},
                                                   {"int", "compare", integer, int_compare},
                                                   {"int", "div", integer, int_div},
                                                   {"", "convert", convert, conversion},
                                                   {"convert", "i32_f32", convert, to_single},
                                                   {"convert", "f32_i32", convert, conversion},
                                                   {"convert", "f32_f64", convert, conversion},
                                                   {"convert", "f64_f32", convert, conversion},
                                                   {"convert", "i32_f64", convert, conversion},
                                                   {"convert", "f64_i32", convert, conversion},
                                                   {"", "shuffle", warp, shuffle},
                                                   {"", "vote", warp, vote},
                                                   {"tensor", "f16", tensor, tensor_f16},
                                                   {"tensor", "bf16", tensor, tensor_bf16},
                                                   {"tensor", "tf32", tensor, tensor_tf32},
                                                   {"tensor", "f64", tensor, tensor_f64},
                                                   {"tensor", "i8", tensor, tensor_i8}}};

constexpr auto table = [] {
  std::array<OperationName, 3 * 13 + others.size()> all{};
  auto at = all.begin();
  at = std::ranges::copy(floating("fp64", fp64), at).out;
  at = std::ranges::copy(floating("fp32", fp32), at).out;
  at = std::ranges::copy(floating("fp16", fp16), at).out;
  std::ranges::copy(others, at);
  return all;
}();

}  // namespace

std::span<const OperationName> operation_names() {
  return table;
}

std::optional<OperationName> find_operation(std::string_view group, std::string_view name) {
  for (const OperationName& row : table) {
    if (row.group == group && row.name == name) return row;
  }
  return std::nullopt;
}

}  // namespace gpumodel
