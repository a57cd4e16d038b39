// The special function unit, conversions, and exchange between the lanes of a warp.
#include "validate/calibrate/gpu/chain.cuh"

namespace gpumodel::calibrate {
namespace {

#define ON_F32(TEXT) asm volatile(TEXT : "+f"(x))
#define ON_I32(TEXT) asm volatile(TEXT : "+r"(x) : "r"(a))

// The assembler knows that two reciprocals in a row are nothing: an addition stands between.
GPUMODEL_OPERATION(Rcp, float, 128, 0.5F, 0,
                   asm volatile("add.rn.f32 %0,%0,%1; rcp.approx.ftz.f32 %0,%0;"
                                : "+f"(x)
                                : "f"(a)));
GPUMODEL_OPERATION(Rsqrt, float, 128, 0, 0, ON_F32("rsqrt.approx.ftz.f32 %0,%0;"));
GPUMODEL_OPERATION(Ex2, float, 128, 0, 0, ON_F32("ex2.approx.ftz.f32 %0,%0;"));
GPUMODEL_OPERATION(Lg2, float, 128, 0, 0, ON_F32("lg2.approx.ftz.f32 %0,%0;"));
GPUMODEL_OPERATION(Sin, float, 128, 0, 0, ON_F32("sin.approx.ftz.f32 %0,%0;"));
GPUMODEL_OPERATION(Tanh, float, 128, 0, 0, ON_F32("tanh.approx.f32 %0,%0;"));

// The bits of a result are the next operand: no further instruction stands between.
GPUMODEL_OPERATION(I32ToF32, unsigned, 128, 0, 0, {
  float y;
  asm volatile("cvt.rn.f32.s32 %0,%1;" : "=f"(y) : "r"(x));
  x = __float_as_uint(y);
});
GPUMODEL_OPERATION(F32ToI32, unsigned, 128, 0, 0, {
  int y;
  asm volatile("cvt.rzi.s32.f32 %0,%1;" : "=r"(y) : "f"(__uint_as_float(x)));
  x = static_cast<unsigned>(y);
});
GPUMODEL_OPERATION(F32ToF64, float, 128, 0, 0, {
  double y;
  asm volatile("cvt.f64.f32 %0,%1;" : "=d"(y) : "f"(x));
  x = __int_as_float(__double2hiint(y));
});
GPUMODEL_OPERATION(F64ToF32, double, 128, 0, 0, {
  float y;
  asm volatile("cvt.rn.f32.f64 %0,%1;" : "=f"(y) : "d"(x));
  x = __hiloint2double(__float_as_int(y), __double2loint(x));
});
GPUMODEL_OPERATION(I32ToF64, unsigned, 128, 0, 0, {
  double y;
  asm volatile("cvt.rn.f64.s32 %0,%1;" : "=d"(y) : "r"(x));
  x = static_cast<unsigned>(__double2hiint(y));
});
GPUMODEL_OPERATION(F64ToI32, double, 128, 0, 0, {
  int y;
  asm volatile("cvt.rzi.s32.f64 %0,%1;" : "=r"(y) : "d"(x));
  x = __hiloint2double(y, __double2loint(x));
});
GPUMODEL_OPERATION(F32ToF16, unsigned, 128, 0, 0,
                   asm volatile("cvt.rn.f16x2.f32 %0,%1,%1;"
                                : "=r"(x)
                                : "f"(__uint_as_float(x))));

GPUMODEL_OPERATION(Shuffle, unsigned, 128, 5U, 0U,
                   ON_I32("shfl.sync.bfly.b32 %0,%0,%1,0x1f,0xffffffff;"));
GPUMODEL_OPERATION(Vote, unsigned, 128, 77U, 0U,
                   ON_I32("{.reg .pred p; setp.ne.u32 p,%0,%1;"
                          "vote.sync.ballot.b32 %0,p,0xffffffff;}"));
GPUMODEL_OPERATION(Reduce, unsigned, 64, 0U, 0U, ON_I32("redux.sync.add.u32 %0,%0,0xffffffff;"));

void special(Session& s) {
  measure_operation<Rcp>(s, "special_rcp", "fast reciprocal and an addition");
  measure_operation<Rsqrt>(s, "special_rsqrt", "fast reciprocal square root");
  measure_operation<Ex2>(s, "special_ex2", "fast power of two");
  measure_operation<Lg2>(s, "special_lg2", "fast binary logarithm");
  measure_operation<Sin>(s, "special_sin", "fast sine with its range multiplication");
  measure_operation<Tanh>(s, "special_tanh", "fast hyperbolic tangent");
}

void conversions(Session& s) {
  measure_operation<I32ToF32>(s, "convert_i32_f32", "integer to FP32");
  measure_operation<F32ToI32>(s, "convert_f32_i32", "FP32 to integer");
  measure_operation<F32ToF64>(s, "convert_f32_f64", "FP32 to FP64");
  measure_operation<F64ToF32>(s, "convert_f64_f32", "FP64 to FP32");
  measure_operation<I32ToF64>(s, "convert_i32_f64", "integer to FP64");
  measure_operation<F64ToI32>(s, "convert_f64_i32", "FP64 to integer");
  measure_operation<F32ToF16>(s, "convert_f32_f16", "two FP32 to packed FP16");
}

void exchange(Session& s) {
  measure_operation<Shuffle>(s, "shuffle", "shuffle");
  measure_operation<Vote>(s, "vote", "comparison and ballot");
  measure_operation<Reduce>(s, "warp_reduce", "integer sum over a warp");
}

const Registered special_pipe({"pipes-special", 0.4,
                               pipe_keys({"special_rcp", "special_rsqrt", "special_ex2",
                                          "special_lg2", "special_sin", "special_tanh"}),
                               special});
const Registered conversion_pipe(
    {"pipes-convert", 0.4,
     pipe_keys({"convert_i32_f32", "convert_f32_i32", "convert_f32_f64", "convert_f64_f32",
                "convert_i32_f64", "convert_f64_i32", "convert_f32_f16"}),
     conversions});
const Registered lane_exchange({"pipes-warp", 0.3, pipe_keys({"shuffle", "vote", "warp_reduce"}),
                                exchange});

}  // namespace
}  // namespace gpumodel::calibrate
