// Fused multiply-adds of one core and of all: independent chains in vector registers, with the
// widest instructions that the processor at hand has.
#include <algorithm>

#include "validate/calibrate/host/timing.hpp"
#include "validate/calibrate/host/topology.hpp"
#include "validate/calibrate/measurement.hpp"

namespace gpumodel::calibrate {
namespace {

constexpr int chains = 12;  // two units with a latency of 4 to 6 cycles

// Vectors of the compiler: a target with fused multiply-adds contracts the expression to one.
#define GPUMODEL_FMA_LOOP(NAME, TARGET, T, BYTES)                                    \
  TARGET double NAME(long iterations) {                                              \
    typedef T Vector __attribute__((vector_size(BYTES)));                            \
    Vector x[chains];                                                                \
    const Vector a = Vector{} + static_cast<T>(0.999);                               \
    const Vector b = Vector{} + static_cast<T>(0.5);                                 \
    for (int c = 0; c < chains; ++c) x[c] = Vector{} + static_cast<T>(1.0 + c);      \
    for (long i = 0; i < iterations; ++i) {                                          \
      _Pragma("GCC unroll 12") for (int c = 0; c < chains; ++c) x[c] = x[c] * a + b; \
      asm volatile("" ::: "memory");                                                 \
    }                                                                                \
    Vector sum = x[0];                                                               \
    for (int c = 1; c < chains; ++c) sum += x[c];                                    \
    return static_cast<double>(sum[0]);                                              \
  }

#if defined(__x86_64__)
GPUMODEL_FMA_LOOP(fma512_f64, __attribute__((target("avx512f,fma"))), double, 64)
GPUMODEL_FMA_LOOP(fma512_f32, __attribute__((target("avx512f,fma"))), float, 64)
GPUMODEL_FMA_LOOP(fma256_f64, __attribute__((target("avx2,fma"))), double, 32)
GPUMODEL_FMA_LOOP(fma256_f32, __attribute__((target("avx2,fma"))), float, 32)
#endif
GPUMODEL_FMA_LOOP(fma128_f64, , double, 16)
GPUMODEL_FMA_LOOP(fma128_f32, , float, 16)

struct Loop {
  double (*run)(long iterations);
  double flop;  // per iteration
  const char* what;
};

Loop loop_of(bool fp64) {
  const auto flop = [fp64](int bytes) { return 2.0 * chains * bytes / (fp64 ? 8.0 : 4.0); };
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f")) {
    return {fp64 ? fma512_f64 : fma512_f32, flop(64), "AVX-512"};
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    return {fp64 ? fma256_f64 : fma256_f32, flop(32), "AVX2"};
  }
#endif
  return {fp64 ? fma128_f64 : fma128_f32, flop(16), "128-bit vectors"};
}

volatile double sink;

double run_on(const Loop& loop, int threads, double iterations) {
  return host_seconds([&] {
#pragma omp parallel num_threads(threads)
    {
      const double result = loop.run(static_cast<long>(iterations));
      if (result == -1.0) sink = result;
    }
  });
}

Sample flop_per_second(const Session& s, const Loop& loop, int threads) {
  run_on(loop, threads, 1e7);  // clocks rise, threads start
  const double seconds = std::max(1e-6, run_on(loop, threads, 1e6));
  const double iterations = (s.quick() ? 0.02 : 0.06) / seconds * 1e6;
  const Sample each = slope(s.repeats(), iterations / 4, iterations, [&](double n) {
    return quietest([&] { return run_on(loop, threads, n); });
  });
  return inverse(each, loop.flop * threads);
}

void measure(Session& s) {
  const int cores = topology().cores;
  for (const bool fp64 : {true, false}) {
    const Loop loop = loop_of(fp64);
    const std::string what = std::string("fused multiply-adds, ") + loop.what;
    s.value(fp64 ? "core.fp64" : "core.fp32", flop_per_second(s, loop, 1), what + ", one core");
    s.value(fp64 ? "sustained.fp64" : "sustained.fp32", flop_per_second(s, loop, cores),
            what + ", " + std::to_string(cores) + " cores");
  }
}

const Registered arithmetic({"arithmetic",
                             4.0,
                             {{"core.fp64", "FLOP/s"},
                              {"sustained.fp64", "FLOP/s"},
                              {"core.fp32", "FLOP/s"},
                              {"sustained.fp32", "FLOP/s"}},
                             measure});

}  // namespace
}  // namespace gpumodel::calibrate
