// What the whole chip sustains of FP64, FP32, FP16 and tensor work on every SM, each for a fraction
// of a second, and the clock it runs at meanwhile.
#include <algorithm>

#include "validate/calibrate/timing.cuh"

namespace gpumodel::calibrate {
namespace {

constexpr int block_threads = 512;
constexpr int blocks_per_sm = 4;
constexpr int chains = 4;

struct Fp64 {
  using Word = double;
  static constexpr double flop = 2.0;
  static __device__ bool is_odd(double x) { return x == -12345.0; }
  static __device__ void step(double& x, double a, double b) {
    asm volatile("fma.rn.f64 %0,%0,%1,%2;" : "+d"(x) : "d"(a), "d"(b));
  }
};
struct Fp32 {
  using Word = float;
  static constexpr double flop = 2.0;
  static __device__ bool is_odd(float x) { return x == -12345.0F; }
  static __device__ void step(float& x, float a, float b) {
    asm volatile("fma.rn.f32 %0,%0,%1,%2;" : "+f"(x) : "f"(a), "f"(b));
  }
};
struct Fp16 {
  using Word = unsigned;  // two numbers
  static constexpr double flop = 4.0;
  static __device__ bool is_odd(unsigned x) { return x == 0x12345678U; }
  static __device__ void step(unsigned& x, unsigned a, unsigned b) {
    asm volatile("fma.rn.f16x2 %0,%0,%1,%2;" : "+r"(x) : "r"(a), "r"(b));
  }
};
struct Tensor {
  using Word = float4;
  static constexpr double flop = 2.0 * 16 * 8 * 16 / 32;
  static __device__ bool is_odd(const float4& x) { return x.x == -12345.0F && x.y == x.z + x.w; }
  static __device__ void step(float4& x, float4 a, float4 b) {
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3},{%4,%5,%4,%5},{%6,%7},"
        "{%0,%1,%2,%3};"
        : "+f"(x.x), "+f"(x.y), "+f"(x.z), "+f"(x.w)
        : "r"(__float_as_uint(a.x)), "r"(__float_as_uint(a.y)), "r"(__float_as_uint(b.x)),
          "r"(__float_as_uint(b.y)));
  }
};

struct Clocks {
  unsigned long long cycles, nanoseconds;
};

__device__ unsigned long long global_nanoseconds() {
  unsigned long long now;
  asm volatile("mov.u64 %0,%%globaltimer;" : "=l"(now));
  return now;
}

template <class Op>
__global__ void __launch_bounds__(block_threads)
    work(int iterations, typename Op::Word a, typename Op::Word b, typename Op::Word* out,
         Clocks* clocks) {
  const unsigned long long start_time = global_nanoseconds();
  const long long start = clock64();
  typename Op::Word x[chains];
#pragma unroll
  for (int c = 0; c < chains; ++c) x[c] = a;
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int u = 0; u < 32; ++u) {
#pragma unroll
      for (int c = 0; c < chains; ++c) Op::step(x[c], a, b);
    }
  }
#pragma unroll
  for (int c = 0; c < chains; ++c) {
    if (Op::is_odd(x[c])) out[c] = x[c];  // never, but the compiler does not know
  }
  if (threadIdx.x == 0 && blockIdx.x == 0) {
    *clocks = {static_cast<unsigned long long>(clock64() - start),
               global_nanoseconds() - start_time};
  }
}

double hertz(Answers<Clocks>& clocks) {
  const Clocks c = clocks.read()[0];
  return 1e9 * static_cast<double>(c.cycles) / static_cast<double>(c.nanoseconds);
}

struct Sustained {
  Sample flop_per_second, clock_hz;
};

template <class Op>
Sustained sustained(const Session& s, typename Op::Word a, typename Op::Word b) {
  const Buffer out(64 * sizeof(typename Op::Word));
  Answers<Clocks> clocks(1);
  std::vector<double> hz;
  const int blocks = s.device().sms * blocks_per_sm;
  const auto run = [&](double iterations) {
    const double seconds = event_seconds([&] {
      work<Op><<<blocks, block_threads>>>(static_cast<int>(iterations), a, b,
                                          out.as<typename Op::Word>(), clocks.device());
    });
    hz.push_back(hertz(clocks));
    return seconds;
  };
  // The amount that takes some 20 ms, found from a short run.
  const double probe = run(200);
  const double iterations = std::max(400.0, (s.quick() ? 0.01 : 0.02) / probe * 200.0);
  const Sample per_iteration = slope(s.repeats(), iterations / 4, iterations, run);
  hz.erase(hz.begin(), hz.begin() + 3);
  const double flop = Op::flop * 32.0 * chains * blocks * block_threads;
  return {inverse(per_iteration, flop), sample_of(hz)};
}

constexpr unsigned halves = 0x3BF03BF0U;

// Returns the SM clock meanwhile.
template <class Op>
Sample report(Session& s, const char* key, typename Op::Word a, typename Op::Word b,
              const char* what) {
  const Sustained result = sustained<Op>(s, a, b);
  s.value(key, result.flop_per_second, std::string(what) + ", all SMs, 4 chains, 64 warps each");
  return result.clock_hz;
}

void arithmetic(Session& s) {
  report<Fp64>(s, "sustained.fp64", 0.99, 0.5, "FP64 fused multiply-adds");
  const Sample clock = report<Fp32>(s, "sustained.fp32", 0.99F, 0.5F, "FP32 fused multiply-adds");
  s.value("clock.under_fp32", clock, "SM clock meanwhile: FP32 fused multiply-adds");
  report<Fp16>(s, "sustained.fp16", halves, 0x34003400U, "packed FP16 fused multiply-adds");
  const float one = 0.0073F;  // bits of ordinary halves
  report<Tensor>(s, "sustained.tensor_f16", {one, one, one, one}, {one, one, one, one},
                 "mma.sync m16n8k16, FP16 into FP32");
}

const Registered rates({"sustained",
                        2.0,
                        {{"sustained.fp64", "FLOP/s"},
                         {"sustained.fp32", "FLOP/s"},
                         {"clock.under_fp32", "Hz"},
                         {"sustained.fp16", "FLOP/s"},
                         {"sustained.tensor_f16", "FLOP/s"}},
                        arithmetic});

}  // namespace
}  // namespace gpumodel::calibrate
