// FP64, FP32 and FP16 arithmetic: add, multiply, fused multiply-add, minimum and maximum.
#include "validate/calibrate/gpu/chain.cuh"

namespace gpumodel::calibrate {
namespace {

#define ON_F32(TEXT) asm volatile(TEXT : "+f"(x) : "f"(a), "f"(b))
#define ON_F64(TEXT) asm volatile(TEXT : "+d"(x) : "d"(a), "d"(b))
#define ON_F16(TEXT) asm volatile(TEXT : "+r"(x) : "r"(a), "r"(b))

GPUMODEL_OPERATION(Fp32Add, float, 256, 0.25F, 0.0F, ON_F32("add.rn.f32 %0,%0,%1;"));
GPUMODEL_OPERATION(Fp32Mul, float, 256, 0.99F, 0.0F, ON_F32("mul.rn.f32 %0,%0,%1;"));
GPUMODEL_OPERATION(Fp32Fma, float, 256, 0.99F, 0.5F, ON_F32("fma.rn.f32 %0,%0,%1,%2;"));
GPUMODEL_OPERATION(Fp64Add, double, 128, 0.25, 0.0, ON_F64("add.rn.f64 %0,%0,%1;"));
GPUMODEL_OPERATION(Fp64Mul, double, 128, 0.99, 0.0, ON_F64("mul.rn.f64 %0,%0,%1;"));
GPUMODEL_OPERATION(Fp64Fma, double, 128, 0.99, 0.5, ON_F64("fma.rn.f64 %0,%0,%1,%2;"));

// Minimum and maximum in turn: neither undoes the other.
GPUMODEL_OPERATION(MinMax32, float, 128, 5.0F, 3.0F, ON_F32("min.f32 %0,%0,%1; max.f32 %0,%0,%2;"));
struct Fp32Compare : MinMax32 {
  static constexpr double results = 2.0;
  static constexpr int steps_in_a_row = 2;
};
// FP64 has no such instruction: a comparison and two selections.
GPUMODEL_OPERATION(Fp64Compare, double, 64, 5.0, 3.0,
                   ON_F64("{.reg .pred p; setp.lt.f64 p,%0,%1; selp.f64 %0,%2,%0,p;}"));

// Two halves of a register: two results. 0x3bf0 is just below 1, 0x3400 is 0.25.
struct Half2 : Basic<unsigned> {
  static constexpr int body = 256;
  static constexpr double results = 2.0;
  static Operands<unsigned> operands() { return {0x3BF03BF0U, 0x34003400U}; }
};
struct Fp16Add : Half2 {
  static __device__ void step(unsigned& x, unsigned a, unsigned b) {
    ON_F16("add.rn.f16x2 %0,%0,%1;");
  }
};
struct Fp16Mul : Half2 {
  static __device__ void step(unsigned& x, unsigned a, unsigned b) {
    ON_F16("mul.rn.f16x2 %0,%0,%1;");
  }
};
struct Fp16Fma : Half2 {
  static __device__ void step(unsigned& x, unsigned a, unsigned b) {
    ON_F16("fma.rn.f16x2 %0,%0,%1,%2;");
  }
};

// A multiply-add of three registers that no other thread's values equal: the compiler would keep
// what all threads share in uniform registers, which are read apart.
template <class T>
struct OfRegisters {
  struct State {
    T x, a, b;
  };
  using Operand = T;
  static constexpr int body = 256;
  static constexpr double results = 1.0;
  static Operands<T> operands() { return {}; }
  static __device__ State start(unsigned thread, int chain) {
    const T own = static_cast<T>(thread) * static_cast<T>(1e-4);
    return {start_of<T>(thread, chain), static_cast<T>(0.5) + own, static_cast<T>(0.25) + own};
  }
  static __device__ bool is(const State& state, int value) { return state.x == T(value); }
};
struct Fp32FmaOfRegisters : OfRegisters<float> {
  static __device__ void step(State& s, float, float) {
    asm volatile("fma.rn.f32 %0,%0,%1,%2;" : "+f"(s.x) : "f"(s.a), "f"(s.b));
  }
};
struct Fp64FmaOfRegisters : OfRegisters<double> {
  static __device__ void step(State& s, double, double) {
    asm volatile("fma.rn.f64 %0,%0,%1,%2;" : "+d"(s.x) : "d"(s.a), "d"(s.b));
  }
};

void floats(Session& s) {
  measure_operation<Fp32Add>(s, "fp32_add", "FP32 addition");
  measure_operation<Fp32Mul>(s, "fp32_mul", "FP32 multiplication");
  measure_operation<Fp32Fma>(s, "fp32_fma", "FP32 fused multiply-add");
  // Consecutive steps of a warp find operands in the reuse cache; where warps alternate, three
  // registers are read for each, from two banks.
  s.value("throughput.fp32_fma_one_chain", throughput<Fp32FmaOfRegisters, 1>(s),
          "FP32 fused multiply-add of three registers; results per SM and cycle, 32 warps with one "
          "chain each");
  measure_operation<Fp32Compare>(s, "fp32_compare", "FP32 minimum or maximum");
  measure_operation<Fp64Add>(s, "fp64_add", "FP64 addition");
  measure_operation<Fp64Mul>(s, "fp64_mul", "FP64 multiplication");
  measure_operation<Fp64Fma>(s, "fp64_fma", "FP64 fused multiply-add");
  s.value("throughput.fp64_fma_one_chain", throughput<Fp64FmaOfRegisters, 1>(s),
          "FP64 fused multiply-add of three registers; results per SM and cycle, 32 warps with one "
          "chain each");
  measure_operation<Fp64Compare>(s, "fp64_compare", "FP64 comparison and selection");
  measure_operation<Fp16Add>(s, "fp16_add", "two-way packed FP16 addition");
  measure_operation<Fp16Mul>(s, "fp16_mul", "two-way packed FP16 multiplication");
  measure_operation<Fp16Fma>(s, "fp16_fma", "two-way packed FP16 fused multiply-add");
}

std::vector<Key> float_keys() {
  std::vector<Key> keys =
      pipe_keys({"fp32_add", "fp32_mul", "fp32_fma", "fp32_compare", "fp64_add", "fp64_mul",
                 "fp64_fma", "fp64_compare", "fp16_add", "fp16_mul", "fp16_fma"});
  keys.push_back({"throughput.fp32_fma_one_chain", "1"});
  keys.push_back({"throughput.fp64_fma_one_chain", "1"});
  return keys;
}

const Registered pipes({"pipes-float", 0.5, float_keys(), floats});

}  // namespace
}  // namespace gpumodel::calibrate
