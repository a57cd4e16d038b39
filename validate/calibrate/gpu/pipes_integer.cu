// Integer arithmetic, logic and shifts, and the rate at which an SM issues anything at all.
//
// The assembler joins additions and logic of one chain into three-operand instructions. Two values
// in turn prevent that: every result is used twice.
#include "validate/calibrate/gpu/chain.cuh"

namespace gpumodel::calibrate {
namespace {

#define ON_I32(TEXT) asm volatile(TEXT : "+r"(x) : "r"(a), "r"(b))

struct Pair : Basic<unsigned> {
  using State = uint2;
  static constexpr double results = 2.0;
  static constexpr int steps_in_a_row = 2;
  static Operands<unsigned> operands() { return {0xFFF7FFFFU, 0xFFFFFFEFU}; }
  static __device__ uint2 start(unsigned thread, int chain) {
    return {thread + 1, static_cast<unsigned>(chain) + 3};
  }
  static __device__ bool is(uint2 x, int value) {
    return x.x == static_cast<unsigned>(value) && x.y == static_cast<unsigned>(value);
  }
};
struct IntAdd : Pair {
  static __device__ void step(uint2& x, unsigned, unsigned) {
    asm volatile("add.u32 %0,%0,%1; add.u32 %1,%1,%0;" : "+r"(x.x), "+r"(x.y));
  }
};
struct IntLogic : Pair {
  static __device__ void step(uint2& x, unsigned a, unsigned b) {
    asm volatile("lop3.b32 %0,%0,%1,%2,0x78; lop3.b32 %1,%1,%0,%3,0x78;"
                 : "+r"(x.x), "+r"(x.y)
                 : "r"(a), "r"(b));
  }
};

GPUMODEL_OPERATION(IntMul, unsigned, 128, 1664525U, 1013904223U, ON_I32("mad.lo.u32 %0,%0,%1,%2;"));
GPUMODEL_OPERATION(IntShift, unsigned, 128, 7U, 11U, ON_I32("shf.l.wrap.b32 %0,%0,%1,%2;"));
GPUMODEL_OPERATION(IntDiv, int, 32, 1000003, 0, ON_I32("div.s32 %0,%1,%0;"));
GPUMODEL_OPERATION(IntPopc, unsigned, 128, 0U, 0U, ON_I32("popc.b32 %0,%0;"));
GPUMODEL_OPERATION(IntMinMax, int, 128, 5, 3, ON_I32("min.s32 %0,%0,%1; max.s32 %0,%0,%2;"));
struct IntCompare : IntMinMax {
  static constexpr double results = 2.0;
  static constexpr int steps_in_a_row = 2;
};

void integers(Session& s) {
  measure_operation<IntAdd>(s, "int_add", "32-bit integer addition");
  measure_operation<IntMul>(s, "int_mul", "32-bit integer multiply-add");
  measure_operation<IntLogic>(s, "int_logic", "32-bit logic of three operands");
  measure_operation<IntShift>(s, "int_shift", "32-bit funnel shift");
  measure_operation<IntCompare>(s, "int_compare", "32-bit integer minimum or maximum");
  measure_operation<IntDiv>(s, "int_div", "32-bit integer division, a code sequence");
  measure_operation<IntPopc>(s, "int_popc", "count of bits");
}

const Registered pipes({"pipes-integer", 0.5,
                        pipe_keys({"int_add", "int_mul", "int_logic", "int_shift", "int_compare",
                                   "int_div", "int_popc"}),
                        integers});

// Four instructions of three pipes, none waits for another of the same step.
struct Mixed : Basic<float> {
  struct State {
    float f, g;
    unsigned u, v;
  };
  static constexpr int body = 64;
  static constexpr int chains = 4;
  static constexpr double results = 4.0;
  static Operands<float> operands() { return {0.99F, 0.5F}; }
  static __device__ State start(unsigned thread, int chain) {
    return {start_of<float>(thread, chain), 1.5F, thread, thread ^ 5U};
  }
  static __device__ bool is(const State& x, int value) {
    return x.f == static_cast<float>(value) && x.g == x.f && x.u == x.v;
  }
  static __device__ void step(State& x, float a, float b) {
    asm volatile(
        "fma.rn.f32 %0,%0,%4,%5; lop3.b32 %2,%2,%3,%2,0x78; fma.rn.f32 %1,%1,%4,%5;"
        "shf.l.wrap.b32 %3,%3,%2,7;"
        : "+f"(x.f), "+f"(x.g), "+r"(x.u), "+r"(x.v)
        : "f"(a), "f"(b));
  }
};

void issue(Session& s) {
  s.value("throughput.issue", scaled(throughput<Mixed>(s), 1.0 / 32),
          "warp instructions per SM and cycle: half FP32 fused multiply-adds, half integer");
}

const Registered issue_rate({"pipes-issue", 0.2, {{"throughput.issue", "1"}}, issue});

}  // namespace
}  // namespace gpumodel::calibrate
