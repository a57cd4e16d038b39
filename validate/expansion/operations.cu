// One operation per thread, on loaded values: what count.py disassembles. The program launches
// every kernel once, with ordinary arguments, so that a profiler can say what really executes.
#include <cuda_fp16.h>

#include <cstdio>
#include <cstdlib>
#include <type_traits>

// name, type of the arguments a and b, type of the result, operation
#define FLOATING(X, group, type, suffix)         \
  X(group##_twice, type, type, a + a)            \
  X(group##_add, type, type, a + b)              \
  X(group##_mul, type, type, a* b)               \
  X(group##_div, type, type, a / b)              \
  X(group##_sqrt, type, type, sqrt##suffix(a))   \
  X(group##_rsqrt, type, type, rsqrt##suffix(a)) \
  X(group##_rcp, type, type, type(1) / a)        \
  X(group##_exp, type, type, exp##suffix(a))     \
  X(group##_log, type, type, log##suffix(a))     \
  X(group##_sin, type, type, sin##suffix(a))     \
  X(group##_cos, type, type, cos##suffix(a))     \
  X(group##_tanh, type, type, tanh##suffix(a))

#define OPERATIONS(X)                                \
  FLOATING(X, fp64, double, )                        \
  X(fp64_fma, double, double, fma(a, b, b))          \
  X(fp64_compare, double, double, fmin(a, b))        \
  X(fp64_select, double, double, a < b ? 1.0 : 2.0)  \
  FLOATING(X, fp32, float, f)                        \
  X(fp32_fma, float, float, fmaf(a, b, b))           \
  X(fp32_compare, float, float, fminf(a, b))         \
  X(fp32_select, float, float, a < b ? 1.0f : 2.0f)  \
  X(fp16_twice, half, half, a + a)                   \
  X(fp16_add, half, half, a + b)                     \
  X(fp16_mul, half, half, a* b)                      \
  X(fp16_fma, half, half, __hfma(a, b, b))           \
  X(fp16_compare, half, half, __hmin(a, b))          \
  X(fp16_div, half, half, a / b)                     \
  X(fp16_sqrt, half, half, hsqrt(a))                 \
  X(fp16_rsqrt, half, half, hrsqrt(a))               \
  X(fp16_rcp, half, half, hrcp(a))                   \
  X(fp16_exp, half, half, hexp(a))                   \
  X(fp16_log, half, half, hlog(a))                   \
  X(fp16_sin, half, half, hsin(a))                   \
  X(fp16_cos, half, half, hcos(a))                   \
  X(fp16_tanh, half, half, htanh(a))                 \
  X(int_add, int, int, a + b)                        \
  X(int_mul, int, int, a* b)                         \
  X(int_div, int, int, a / b)                        \
  X(int_remainder, int, int, a % b)                  \
  X(uint_add, unsigned, unsigned, a + b)             \
  X(uint_div, unsigned, unsigned, a / b)             \
  X(int64_add, long long, long long, a + b)          \
  X(int64_div, long long, long long, a / b)          \
  X(convert_fp32_fp64, float, double, double(a))     \
  X(convert_fp64_fp32, double, float, float(a))      \
  X(convert_fp16_fp32, half, float, __half2float(a)) \
  X(convert_fp32_fp16, float, half, __float2half(a)) \
  X(convert_int_fp32, int, float, float(a))          \
  X(convert_fp32_int, float, int, int(a))            \
  X(convert_int_fp64, int, double, double(a))        \
  X(convert_fp64_int, double, int, int(a))           \
  X(convert_int64_fp64, long long, double, double(a))

// Every value lies in a slot of its own, and the result replaces the first argument: so no address
// is computed after the operation, and kernels differ by the operation alone.
struct alignas(8) Slot {
  template <class T>
  __host__ __device__ T& as() {
    return *reinterpret_cast<T*>(this);
  }
  char bytes[8];
};

#define KERNEL(name, type, result_type, operation)    \
  extern "C" __global__ void name(Slot* x, Slot* y) { \
    const unsigned i = threadIdx.x;                   \
    const type a = x[i].as<type>();                   \
    [[maybe_unused]] const type b = y[i].as<type>();  \
    x[i].as<result_type>() = operation;               \
  }
OPERATIONS(KERNEL)

namespace {

constexpr int threads = 128;

// Integers must differ by some bits, floating-point numbers must be neither tiny nor huge.
template <class T>
T argument(double value, int i) {
  if constexpr (std::is_integral_v<T>) return T(1000 * value) + T(i);
  return T(float(value + i / 4096.0));
}

template <class T>
void launch(void (*kernel)(Slot*, Slot*), Slot* x, Slot* y, double a, double b) {
  for (int i = 0; i < threads; ++i) {
    x[i].as<T>() = argument<T>(a, i);
    y[i].as<T>() = argument<T>(b, i);
  }
  kernel<<<1, threads>>>(x, y);
  cudaDeviceSynchronize();
}

}  // namespace

// The first argument is the operations' argument: 1.25 unless told.
int main(int argc, char** argv) {
  const double a = argc > 1 ? std::atof(argv[1]) : 1.25;
  Slot *x = nullptr, *y = nullptr;
  cudaMallocManaged(&x, threads * sizeof(Slot));
  cudaMallocManaged(&y, threads * sizeof(Slot));
#define LAUNCH(name, type, result_type, operation) launch<type>(name, x, y, a, 0.75);
  OPERATIONS(LAUNCH)
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  return error != cudaSuccess;
}
