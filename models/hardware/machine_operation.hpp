// Everything an SM executes at a rate of its own: instructions, and what compilers expand to
// several. A name is that of models/kernel/thread/operation.hpp where there is one ("fp32_fma" is
// fp32: {fma: 1}).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "models/core/sourced.hpp"

namespace gpumodel {

// clang-format off
enum class MachineOperation : std::uint8_t {
  fp64_add, fp64_mul, fp64_fma, fp64_compare,
  fp64_div, fp64_rcp, fp64_sqrt, fp64_rsqrt, fp64_exp, fp64_log, fp64_sin, fp64_cos, fp64_tanh,
  fp32_add, fp32_mul, fp32_fma, fp32_compare,
  fp32_div, fp32_rcp, fp32_sqrt, fp32_rsqrt, fp32_exp, fp32_log, fp32_sin, fp32_cos, fp32_tanh,
  fp16_add, fp16_mul, fp16_fma,
  int_add, int_mul, int_logic, int_shift, int_compare, int_div, int_popc,
  special_rcp, special_rsqrt, special_ex2, special_lg2, special_sin, special_tanh,
  convert_i32_f32, convert_f32_i32, convert_f32_f64, convert_f64_f32, convert_i32_f64,
  convert_f64_i32, convert_f32_f16,
  shuffle, vote, warp_reduce,
  tensor_f16, tensor_bf16, tensor_tf32, tensor_i8, tensor_f64,
};

struct MachineOperationName {
  std::string_view name;     // the key in the groups `throughput` and `latency`
  std::string_view summary;
};

inline constexpr std::array machine_operation_names = std::to_array<MachineOperationName>({
    {"fp64_add", "FP64 addition"},
    {"fp64_mul", "FP64 multiplication"},
    {"fp64_fma", "FP64 fused multiply-add"},
    {"fp64_compare", "FP64 comparison and selection"},
    {"fp64_div", "FP64 division, a code sequence"},
    {"fp64_rcp", "FP64 reciprocal, a code sequence"},
    {"fp64_sqrt", "FP64 square root, a code sequence"},
    {"fp64_rsqrt", "FP64 reciprocal square root, a code sequence"},
    {"fp64_exp", "FP64 exponential, a code sequence"},
    {"fp64_log", "FP64 logarithm, a code sequence"},
    {"fp64_sin", "FP64 sine, a code sequence"},
    {"fp64_cos", "FP64 cosine, a code sequence"},
    {"fp64_tanh", "FP64 hyperbolic tangent, a code sequence"},
    {"fp32_add", "FP32 addition"},
    {"fp32_mul", "FP32 multiplication"},
    {"fp32_fma", "FP32 fused multiply-add"},
    {"fp32_compare", "FP32 minimum or maximum"},
    {"fp32_div", "FP32 division, a code sequence"},
    {"fp32_rcp", "FP32 reciprocal, a code sequence"},
    {"fp32_sqrt", "FP32 square root, a code sequence"},
    {"fp32_rsqrt", "FP32 reciprocal square root, a code sequence"},
    {"fp32_exp", "FP32 exponential, a code sequence"},
    {"fp32_log", "FP32 logarithm, a code sequence"},
    {"fp32_sin", "FP32 sine, a code sequence"},
    {"fp32_cos", "FP32 cosine, a code sequence"},
    {"fp32_tanh", "FP32 hyperbolic tangent, a code sequence"},
    {"fp16_add", "FP16 addition, packed in pairs"},
    {"fp16_mul", "FP16 multiplication, packed in pairs"},
    {"fp16_fma", "FP16 fused multiply-add, packed in pairs"},
    {"int_add", "32-bit integer addition"},
    {"int_mul", "32-bit integer multiply-add"},
    {"int_logic", "32-bit logic"},
    {"int_shift", "32-bit shift"},
    {"int_compare", "32-bit integer minimum or maximum"},
    {"int_div", "32-bit integer division, a code sequence"},
    {"int_popc", "count of bits"},
    {"special_rcp", "fast reciprocal (and an addition)"},
    {"special_rsqrt", "fast reciprocal square root"},
    {"special_ex2", "fast power of two"},
    {"special_lg2", "fast binary logarithm"},
    {"special_sin", "fast sine"},
    {"special_tanh", "fast hyperbolic tangent"},
    {"convert_i32_f32", "integer to FP32"},
    {"convert_f32_i32", "FP32 to integer"},
    {"convert_f32_f64", "FP32 to FP64"},
    {"convert_f64_f32", "FP64 to FP32"},
    {"convert_i32_f64", "integer to FP64"},
    {"convert_f64_i32", "FP64 to integer"},
    {"convert_f32_f16", "FP32 to FP16, two at a time"},
    {"shuffle", "exchange between lanes"},
    {"vote", "comparison and ballot of a warp"},
    {"warp_reduce", "integer sum over a warp"},
    {"tensor_f16", "tensor FP16 into FP32 (mma.sync), multiply-adds"},
    {"tensor_bf16", "tensor BF16 into FP32 (mma.sync), multiply-adds"},
    {"tensor_tf32", "tensor TF32 into FP32 (mma.sync), multiply-adds"},
    {"tensor_i8", "tensor 8-bit integers (mma.sync), multiply-adds"},
    {"tensor_f64", "tensor FP64 (mma.sync), multiply-adds"},
});
// clang-format on
static_assert(machine_operation_names.size() ==
              static_cast<std::size_t>(MachineOperation::tensor_f64) + 1);

struct OperationCost {
  Sourced<Count> throughput;  // results per SM and cycle
  Sourced<Cycles> latency;    // from one step of a dependent chain to the next
};

// One OperationCost per MachineOperation.
class OperationCosts {
 public:
  OperationCost& operator[](MachineOperation operation) {
    return costs_[static_cast<std::size_t>(operation)];
  }
  const OperationCost& operator[](MachineOperation operation) const {
    return costs_[static_cast<std::size_t>(operation)];
  }

 private:
  std::array<OperationCost, machine_operation_names.size()> costs_{};
};

// The operation of a name, or nothing.
std::optional<MachineOperation> find_machine_operation(std::string_view name);

}  // namespace gpumodel
