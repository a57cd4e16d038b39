// Matrix multiply-accumulate instructions of a warp (mma.sync). Results are fused multiply-adds.
#include "validate/calibrate/gpu/chain.cuh"

namespace gpumodel::calibrate {
namespace {

// m x n x k multiply-adds, shared by 32 lanes.
constexpr double shape(int m, int n, int k) {
  return m * n * k / 32.0;
}

struct Accumulators : Basic<unsigned> {
  using State = float4;
  static constexpr int body = 64;
  static Operands<unsigned> operands() { return {0, 0}; }
  static __device__ float4 start(unsigned thread, int chain) {
    const float x = start_of<float>(thread, chain);
    return {x, x, x, x};
  }
  static __device__ bool is(float4 x, int value) {
    return x.x + x.y + x.z + x.w == static_cast<float>(value);
  }
};

#define MMA(NAME, K, TYPES)                                              \
  struct NAME : Accumulators {                                           \
    static constexpr double results = shape(16, 8, K);                   \
    static __device__ void step(float4& x, unsigned a, unsigned b) {     \
      asm volatile("mma.sync.aligned.m16n8k" #K ".row.col." TYPES        \
                   " {%0,%1,%2,%3},{%4,%4,%5,%5},{%4,%5},{%0,%1,%2,%3};" \
                   : "+f"(x.x), "+f"(x.y), "+f"(x.z), "+f"(x.w)          \
                   : "r"(a), "r"(b));                                    \
    }                                                                    \
  }
MMA(F16, 16, "f32.f16.f16.f32");
MMA(Bf16, 16, "f32.bf16.bf16.f32");
MMA(Tf32, 8, "f32.tf32.tf32.f32");

struct I8 : Accumulators {
  static constexpr double results = shape(16, 8, 32);
  using State = int4;
  static __device__ int4 start(unsigned thread, int chain) {
    return {static_cast<int>(thread), chain, 1, 2};
  }
  static __device__ bool is(int4 x, int value) { return x.x + x.y + x.z + x.w == value; }
  static __device__ void step(int4& x, unsigned a, unsigned b) {
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32"
        " {%0,%1,%2,%3},{%4,%4,%5,%5},{%4,%5},{%0,%1,%2,%3};"
        : "+r"(x.x), "+r"(x.y), "+r"(x.z), "+r"(x.w)
        : "r"(a), "r"(b));
  }
};

// From 9.0 on a larger shape feeds the FP64 tensor cores; the small one exists from 8.0.
struct F64State {
  double x, y, z, w;
};
struct F64Large : Basic<double> {
  using State = F64State;
  static constexpr int body = 32;
  static constexpr int chains = 2;
  static constexpr double results = shape(16, 8, 16);
  static Operands<double> operands() { return {0.0, 0.0}; }
  static __device__ F64State start(unsigned thread, int chain) {
    const double x = start_of<double>(thread, chain);
    return {x, x, x, x};
  }
  static __device__ bool is(const F64State& s, int value) {
    return s.x + s.y + s.z + s.w == static_cast<double>(value);
  }
  static __device__ void step(F64State& s, [[maybe_unused]] double a, [[maybe_unused]] double b) {
#if __CUDA_ARCH__ >= 900
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64"
        " {%0,%1,%2,%3},{%4,%5,%4,%5,%4,%5,%4,%5},{%4,%5,%4,%5},{%0,%1,%2,%3};"
        : "+d"(s.x), "+d"(s.y), "+d"(s.z), "+d"(s.w)
        : "d"(a), "d"(b));
#endif
  }
};
struct F64Small : F64Large {
  static constexpr double results = shape(8, 8, 4);
  static __device__ void step(F64State& s, double a, double b) {
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1},{%2},{%3},{%0,%1};"
                 : "+d"(s.x), "+d"(s.y)
                 : "d"(a), "d"(b));
  }
};

bool has_large_f64() {
  int major = 0;
  check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
  return major >= 9;
}

void tensor(Session& s) {
  measure_operation<F16>(s, "tensor_f16", "mma.sync m16n8k16, FP16 into FP32");
  measure_operation<Bf16>(s, "tensor_bf16", "mma.sync m16n8k16, BF16 into FP32");
  measure_operation<Tf32>(s, "tensor_tf32", "mma.sync m16n8k8, TF32 into FP32");
  measure_operation<I8>(s, "tensor_i8", "mma.sync m16n8k32, 8-bit integers");
  if (has_large_f64()) {
    measure_operation<F64Large>(s, "tensor_f64", "mma.sync m16n8k16, FP64");
  } else {
    measure_operation<F64Small>(s, "tensor_f64", "mma.sync m8n8k4, FP64");
  }
}

const Registered pipes(
    {"pipes-tensor", 0.5,
     pipe_keys({"tensor_f16", "tensor_bf16", "tensor_tf32", "tensor_i8", "tensor_f64"}), tensor});

}  // namespace
}  // namespace gpumodel::calibrate
