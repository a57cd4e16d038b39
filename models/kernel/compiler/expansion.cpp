#include "models/kernel/compiler/expansion.hpp"

#include "models/core/constants.hpp"

namespace gpumodel {
namespace {

using enum Operation;
using enum OperationClass;

struct Row {
  OperationClass klass;
  Operation operation;
  ComputeCapability since;
  Expansion expansion;
};

// The rows `ieee` of tests/data/expansion.csv, each once for the capabilities that share it:
// fma, mul, add, compare, single, special, integer, uniform, load, control, idle.
constexpr Row rows[] = {
    {fp64, div, {7, 5}, {7, 1, 0, 0, 1, 1, 3, 0, 0, 4, 0}},
    {fp64, div, {8, 0}, {7, 1, 0, 0, 1, 1, 3, 0, 0, 3, 0}},
    {fp64, div, {10, 3}, {7, 1, 0, 0, 1, 1, 3, 0, 0, 3, 28}},
    {fp64, sqrt, {7, 5}, {5, 3, 0, 0, 0, 1, 6, 0, 0, 4, 0}},
    {fp64, sqrt, {8, 0}, {5, 3, 0, 0, 0, 1, 6, 0, 0, 3, 0}},
    {fp64, sqrt, {10, 3}, {5, 3, 0, 0, 0, 1, 6, 0, 0, 3, 27}},
    {fp64, sqrt, {12, 0}, {5, 3, 0, 0, 0, 1, 5, 0, 0, 3, 28}},
    {fp64, rsqrt, {7, 5}, {3, 2, 0, 0, 0, 1, 5, 0, 0, 4, 0}},
    {fp64, rsqrt, {8, 0}, {3, 2, 0, 0, 0, 1, 5, 0, 0, 3, 0}},
    {fp64, rsqrt, {10, 3}, {3, 2, 0, 0, 0, 1, 5, 0, 0, 3, 16}},
    {fp64, rsqrt, {12, 0}, {3, 2, 0, 0, 0, 1, 4, 0, 0, 3, 16}},
    {fp64, rcp, {7, 5}, {5, 0, 0, 0, 0, 1, 2, 0, 0, 4, 0}},
    {fp64, rcp, {8, 0}, {5, 0, 0, 0, 0, 1, 2, 0, 0, 3, 0}},
    {fp64, rcp, {10, 3}, {5, 0, 0, 0, 0, 1, 2, 0, 0, 3, 16}},
    {fp64, exp, {7, 5}, {14, 0, 1, 0, 0, 0, 7, 0, 0, 4, 0}},
    {fp64, exp, {8, 0}, {14, 0, 1, 0, 0, 0, 7, 0, 0, 3, 0}},
    {fp64, exp, {9, 0}, {14, 0, 1, 0, 0, 0, 7, 22, 0, 3, 0}},
    {fp64, exp, {10, 3}, {14, 0, 1, 0, 0, 0, 7, 22, 0, 3, 55}},
    {fp64, exp, {12, 0}, {14, 0, 1, 0, 0, 0, 5, 11, 0, 3, 56}},
    {fp64, log, {7, 5}, {17, 5, 8, 0, 0, 1, 29, 0, 0, 4, 0}},
    {fp64, log, {8, 0}, {17, 5, 8, 0, 0, 1, 27, 0, 0, 3, 0}},
    {fp64, log, {9, 0}, {17, 5, 8, 0, 0, 1, 27, 20, 0, 3, 0}},
    {fp64, log, {10, 0}, {16, 5, 8, 0, 0, 1, 22, 22, 0, 4, 0}},
    {fp64, log, {10, 3}, {16, 5, 8, 0, 0, 1, 22, 22, 0, 4, 107}},
    {fp64, log, {12, 0}, {16, 5, 8, 0, 0, 1, 20, 11, 0, 4, 108}},
    {fp64, sin, {7, 5}, {12, 2, 0, 2, 0, 2, 10, 0, 3, 5, 0}},
    {fp64, sin, {8, 0}, {12, 2, 0, 2, 0, 2, 10, 0, 3, 4, 0}},
    {fp64, sin, {9, 0}, {12, 2, 0, 2, 0, 2, 9, 8, 4, 4, 0}},
    {fp64, sin, {10, 0}, {11, 3, 1, 2, 0, 2, 17, 9, 3, 4, 0}},
    {fp64, sin, {10, 3}, {11, 3, 1, 2, 0, 2, 17, 9, 3, 4, 62}},
    {fp64, sin, {12, 0}, {11, 3, 1, 2, 0, 2, 17, 5, 3, 4, 62}},
    {fp64, cos, {7, 5}, {12, 2, 0, 2, 0, 2, 11, 0, 3, 5, 0}},
    {fp64, cos, {8, 0}, {12, 2, 0, 2, 0, 2, 11, 0, 3, 4, 0}},
    {fp64, cos, {9, 0}, {12, 2, 0, 2, 0, 2, 10, 8, 4, 4, 0}},
    {fp64, cos, {10, 0}, {11, 3, 1, 2, 0, 2, 18, 9, 3, 6, 0}},
    {fp64, cos, {10, 3}, {11, 3, 1, 2, 0, 2, 18, 9, 3, 6, 62}},
    {fp64, cos, {12, 0}, {11, 3, 1, 2, 0, 2, 18, 5, 3, 6, 62}},
    {fp64, tanh, {7, 5}, {16, 1, 3, 1, 1, 6, 11, 0, 0, 5, 0}},
    {fp64, tanh, {8, 0}, {16, 1, 3, 1, 1, 6, 11, 0, 0, 4, 0}},
    {fp64, tanh, {9, 0}, {16, 1, 3, 1, 1, 6, 11, 22, 0, 4, 0}},
    {fp64, tanh, {10, 3}, {16, 1, 3, 1, 1, 6, 11, 22, 0, 4, 87}},
    {fp64, tanh, {12, 0}, {16, 1, 3, 1, 1, 6, 9, 11, 0, 4, 87}},
    {fp32, div, {7, 5}, {5, 0, 0, 0, 0, 2, 0, 0, 0, 4, 0}},
    {fp32, div, {8, 0}, {5, 0, 0, 0, 0, 2, 0, 0, 0, 3, 0}},
    {fp32, sqrt, {7, 5}, {2, 2, 0, 0, 0, 1, 2, 0, 0, 4, 0}},
    {fp32, sqrt, {8, 0}, {2, 2, 0, 0, 0, 1, 2, 0, 0, 3, 0}},
    {fp32, rsqrt, {7, 5}, {0, 2, 0, 0, 0, 1, 1, 0, 0, 0, 0, 2}},
    {fp32, rcp, {7, 5}, {2, 0, 1, 0, 0, 1, 3, 0, 0, 4, 0}},
    {fp32, rcp, {8, 0}, {2, 0, 1, 0, 0, 1, 3, 0, 0, 3, 0}},
    {fp32, exp, {7, 5}, {4, 1, 1, 0, 0, 1, 3, 0, 0, 0, 0}},
    {fp32, log, {7, 5}, {12, 2, 1, 0, 0, 1, 10, 0, 0, 0, 0}},
    {fp32, log, {8, 6}, {12, 2, 1, 0, 0, 0, 11, 0, 0, 0, 0}},
    {fp32, sin, {7, 5}, {9, 2, 0, 0, 0, 2, 10, 0, 0, 4, 0}},
    {fp32, sin, {8, 0}, {9, 2, 0, 0, 0, 2, 10, 0, 0, 3, 0}},
    {fp32, sin, {8, 6}, {9, 2, 0, 0, 0, 1, 11, 0, 0, 3, 0}},
    {fp32, sin, {10, 0}, {8, 2, 1, 0, 0, 1, 12, 0, 0, 3, 0}},
    {fp32, cos, {7, 5}, {9, 2, 0, 0, 0, 2, 11, 0, 0, 4, 0}},
    {fp32, cos, {8, 0}, {9, 2, 0, 0, 0, 2, 11, 0, 0, 3, 0}},
    {fp32, cos, {8, 6}, {9, 2, 0, 0, 0, 1, 12, 0, 0, 3, 0}},
    {fp32, cos, {10, 0}, {8, 2, 1, 0, 0, 1, 13, 0, 0, 3, 0}},
    {fp32, tanh, {7, 5}, {6, 2, 1, 0, 0, 2, 6, 0, 0, 0, 0}},
    {fp16, div, {7, 5}, {0, 0, 0, 2, 3, 3, 4, 0, 0, 0, 0}},
    {fp16, div, {8, 0}, {0, 0, 0, 2, 3, 1, 5, 0, 0, 0, 0}},
    {fp16, sqrt, {7, 5}, {0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0}},
    {fp16, sqrt, {8, 0}, {0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 0}},
    {fp16, rsqrt, {7, 5}, {0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0}},
    {fp16, rsqrt, {8, 0}, {0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 0}},
    {fp16, rcp, {7, 5}, {0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0}},
    {fp16, rcp, {8, 0}, {0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 0}},
    {fp16, exp, {7, 5}, {4, 0, 0, 1, 1, 2, 2, 0, 0, 0, 0}},
    {fp16, exp, {8, 0}, {4, 0, 0, 1, 1, 1, 3, 0, 0, 0, 0}},
    {fp16, log, {7, 5}, {4, 0, 0, 1, 1, 2, 2, 0, 0, 0, 0}},
    {fp16, log, {8, 0}, {4, 0, 0, 1, 1, 1, 3, 0, 0, 0, 0}},
    {fp16, sin, {7, 5}, {2, 0, 0, 1, 9, 1, 16, 0, 0, 0, 0}},
    {fp16, sin, {8, 0}, {2, 0, 0, 1, 9, 0, 18, 0, 0, 0, 0}},
    {fp16, cos, {7, 5}, {1, 0, 0, 1, 9, 1, 17, 0, 0, 0, 0}},
    {fp16, cos, {8, 0}, {1, 0, 0, 1, 9, 0, 18, 0, 0, 0, 0}},
    {fp16, cos, {10, 0}, {1, 0, 0, 1, 9, 0, 17, 0, 0, 0, 0}},
    {fp16, tanh, {7, 5}, {0, 0, 0, 1, 9, 3, 6, 0, 0, 0, 0}},
    {fp16, tanh, {8, 0}, {0, 0, 0, 1, 9, 2, 7, 0, 0, 0, 0}},
    {integer, int_div, {7, 5}, {0, 0, 0, 0, 0, 3, 21, 0, 0, 0, 0}},
    {integer, int_div, {12, 0}, {0, 0, 0, 0, 0, 3, 22, 0, 0, 0, 0}},
};

// The last row that is not newer than the capability; the oldest one if all are.
Expansion counted(OperationClass klass, Operation operation, ComputeCapability capability) {
  const Row* found = nullptr;
  for (const Row& row : rows) {
    if (row.klass != klass || row.operation != operation) continue;
    if (!found || row.since <= capability) found = &row;
  }
  return found ? found->expansion : Expansion{};
}

}  // namespace

Expansion expansion_of(OperationClass klass, Operation operation, ComputeCapability capability) {
  switch (operation) {
    case add:
      return {.add = 1};
    case mul:
      return {.mul = 1};
    case fma:
      return {.fma = 1};
    case compare:
      // DSETP is of the fp64 pipe; FSETP, FMNMX, HSETP2 and HMNMX2 are of the integer one.
      return klass == fp64 ? Expansion{.compare = 1} : Expansion{.integer = 1};
    case int_add:
    case int_mul:
    case int_logic:
    case int_shift:
    case int_compare:
      return {.integer = 1};
    case to_single:  // I2FP of the integer unit, from sm_86 on (machine code of nvcc 13)
      return capability < ComputeCapability{8, 6} ? Expansion{.special = 1}
                                                  : Expansion{.integer = 1};
    case conversion:
    case shuffle:
    case vote:
      return {.special = 1};
    case tensor_f16:
    case tensor_bf16:
    case tensor_tf32:
    case tensor_f64:
    case tensor_i8:
      return {};
    default:
      return counted(klass, operation, capability);
  }
}

double instructions_for_each(const OperationName& operation, double running_values) {
  const bool arithmetic =
      operation.operation == add || operation.operation == mul || operation.operation == fma;
  return operation.klass == fp16 && arithmetic && running_values > 1.0 ? 0.5 : 1.0;
}

double tensor_instructions(double flop) {
  return flop / constants::flop_per_tensor_instruction.value;
}

}  // namespace gpumodel
