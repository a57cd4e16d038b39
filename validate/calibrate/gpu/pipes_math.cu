// Division, roots and functions as the compiler expands them, at its default accuracy and on
// ordinary operands: the short paths.
#include "validate/calibrate/gpu/chain.cuh"

namespace gpumodel::calibrate {
namespace {

// Fixed points or cycles of ordinary numbers: nothing overflows, nothing becomes denormal.
#define MATH(SUFFIX, T, BODY, C)                                           \
  GPUMODEL_OPERATION(Div##SUFFIX, T, BODY, T(1.5), T(0), x = a / x);       \
  GPUMODEL_OPERATION(Rcp##SUFFIX, T, BODY, T(0), T(0), x = T(1) / x);      \
  GPUMODEL_OPERATION(Sqrt##SUFFIX, T, BODY, T(2), T(0), x = sqrt##C(x));   \
  GPUMODEL_OPERATION(Rsqrt##SUFFIX, T, BODY, T(2), T(0), x = rsqrt##C(x)); \
  GPUMODEL_OPERATION(Exp##SUFFIX, T, BODY, T(0), T(0), x = exp##C(-x));    \
  GPUMODEL_OPERATION(Log##SUFFIX, T, BODY, T(2), T(0), x = log##C(x + a)); \
  GPUMODEL_OPERATION(Sin##SUFFIX, T, BODY, T(0), T(0), x = sin##C(x));     \
  GPUMODEL_OPERATION(Cos##SUFFIX, T, BODY, T(0), T(0), x = cos##C(x));     \
  GPUMODEL_OPERATION(Tanh##SUFFIX, T, BODY, T(0), T(0), x = tanh##C(x))

MATH(32, float, 16, f);
MATH(64, double, 8, );

std::vector<Key> math_keys(const std::string& type) {
  std::vector<Key> keys;
  for (const char* name : {"div", "rcp", "sqrt", "rsqrt", "exp", "log", "sin", "cos", "tanh"}) {
    const std::string operation = type + "_" + name;
    for (const Key& key : pipe_keys({operation.c_str()})) keys.push_back(key);
  }
  return keys;
}

void fp32(Session& s) {
  measure_operation<Div32>(s, "fp32_div", "FP32 division, a code sequence");
  measure_operation<Rcp32>(s, "fp32_rcp", "FP32 reciprocal, rounded, a code sequence");
  measure_operation<Sqrt32>(s, "fp32_sqrt", "FP32 square root, a code sequence");
  measure_operation<Rsqrt32>(s, "fp32_rsqrt", "FP32 rsqrtf, a code sequence");
  measure_operation<Exp32>(s, "fp32_exp", "FP32 expf, a code sequence");
  measure_operation<Log32>(s, "fp32_log", "FP32 logf and an addition, a code sequence");
  measure_operation<Sin32>(s, "fp32_sin", "FP32 sinf of a small operand, a code sequence");
  measure_operation<Cos32>(s, "fp32_cos", "FP32 cosf of a small operand, a code sequence");
  measure_operation<Tanh32>(s, "fp32_tanh", "FP32 tanhf, a code sequence");
}

void fp64(Session& s) {
  measure_operation<Div64>(s, "fp64_div", "FP64 division, a code sequence");
  measure_operation<Rcp64>(s, "fp64_rcp", "FP64 reciprocal, rounded, a code sequence");
  measure_operation<Sqrt64>(s, "fp64_sqrt", "FP64 square root, a code sequence");
  measure_operation<Rsqrt64>(s, "fp64_rsqrt", "FP64 rsqrt, a code sequence");
  measure_operation<Exp64>(s, "fp64_exp", "FP64 exp, a code sequence");
  measure_operation<Log64>(s, "fp64_log", "FP64 log and an addition, a code sequence");
  measure_operation<Sin64>(s, "fp64_sin", "FP64 sin of a small operand, a code sequence");
  measure_operation<Cos64>(s, "fp64_cos", "FP64 cos of a small operand, a code sequence");
  measure_operation<Tanh64>(s, "fp64_tanh", "FP64 tanh, a code sequence");
}

const Registered math32({"math-fp32", 0.5, math_keys("fp32"), fp32});
const Registered math64({"math-fp64", 0.5, math_keys("fp64"), fp64});

}  // namespace
}  // namespace gpumodel::calibrate
