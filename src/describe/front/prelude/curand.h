// CURAND of the host: generators are there, what they write is a call of a library.
#pragma once

// What other headers look for before they name its errors.
#define CURAND_H_

#include "__gpumodel_library.h"

enum curandStatus_t {
  CURAND_STATUS_SUCCESS = 0, CURAND_STATUS_VERSION_MISMATCH = 100,
  CURAND_STATUS_NOT_INITIALIZED = 101, CURAND_STATUS_ALLOCATION_FAILED = 102,
  CURAND_STATUS_TYPE_ERROR = 103, CURAND_STATUS_OUT_OF_RANGE = 104,
  CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105, CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
  CURAND_STATUS_LAUNCH_FAILURE = 201, CURAND_STATUS_PREEXISTING_FAILURE = 202,
  CURAND_STATUS_INITIALIZATION_FAILED = 203, CURAND_STATUS_ARCH_MISMATCH = 204,
  CURAND_STATUS_INTERNAL_ERROR = 999
};
enum curandRngType_t {
  CURAND_RNG_TEST = 0, CURAND_RNG_PSEUDO_DEFAULT = 100, CURAND_RNG_PSEUDO_XORWOW = 101,
  CURAND_RNG_PSEUDO_MRG32K3A = 121, CURAND_RNG_PSEUDO_MTGP32 = 141, CURAND_RNG_PSEUDO_MT19937 = 142,
  CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161, CURAND_RNG_QUASI_DEFAULT = 200,
  CURAND_RNG_QUASI_SOBOL32 = 201, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202,
  CURAND_RNG_QUASI_SOBOL64 = 203, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204
};
enum curandOrdering_t {
  CURAND_ORDERING_PSEUDO_BEST = 100, CURAND_ORDERING_PSEUDO_DEFAULT = 101,
  CURAND_ORDERING_PSEUDO_SEEDED = 102, CURAND_ORDERING_PSEUDO_LEGACY = 103,
  CURAND_ORDERING_PSEUDO_DYNAMIC = 104, CURAND_ORDERING_QUASI_DEFAULT = 201
};
typedef curandRngType_t curandRngType;
typedef curandStatus_t curandStatus;
typedef struct curandGenerator_st* curandGenerator_t;

struct curandGenerator_st {
  double seed;
  bool of_host;
};

inline curandStatus_t curandCreateGenerator(curandGenerator_t* made, curandRngType_t) {
  *made = new curandGenerator_st{1, false};
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandCreateGeneratorHost(curandGenerator_t* made, curandRngType_t) {
  *made = new curandGenerator_st{1, true};
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  delete generator;
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed) {
  generator->seed = static_cast<double>(seed);
  return CURAND_STATUS_SUCCESS;
}
#define __GM_SETTING(NAME, ...) \
  inline curandStatus_t NAME(curandGenerator_t, ##__VA_ARGS__) { return CURAND_STATUS_SUCCESS; }
__GM_SETTING(curandGenerateSeeds)
__GM_SETTING(curandSetGeneratorOffset, unsigned long long)
__GM_SETTING(curandSetGeneratorOrdering, curandOrdering_t)
__GM_SETTING(curandSetQuasiRandomGeneratorDimensions, unsigned)
__GM_SETTING(curandSetStream, cudaStream_t)
#undef __GM_SETTING

// Numbers of such a distribution; others than CURAND's.
struct __gm_random {
  unsigned long long state;
  explicit __gm_random(double seed) : state(static_cast<unsigned long long>(seed) * 0x9E3779B97F4A7C15ull) {}
  unsigned long long bits() {
    unsigned long long x = state += 0x9E3779B97F4A7C15ull;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
  }
  double uniform() { return static_cast<double>((bits() >> 11) + 1) * 1.1102230246251565e-16; }
  double normal() { return sqrt(-2. * log(uniform())) * cos(6.283185307179586 * uniform()); }
};
// how: the seed, the mean and the deviation.
#define __GM_MAKE(NAME, NUMBER)                                             \
  template <class T> void NAME(void* to, size_t n, const double* how) {     \
    __gm_random random(how[0]);                                             \
    for (size_t i = 0; i < n; ++i) static_cast<T*>(to)[i] = static_cast<T>(NUMBER); \
  }
__GM_MAKE(__gm_make_bits, random.bits())
__GM_MAKE(__gm_make_uniform, random.uniform())
__GM_MAKE(__gm_make_normal, how[1] + how[2] * random.normal())
__GM_MAKE(__gm_make_log_normal, exp(how[1] + how[2] * random.normal()))
#undef __GM_MAKE

// "curandGenerateUniform(1000)"
inline curandStatus_t __gm_generate(const char* name, curandGenerator_t generator, void* to, size_t n,
                                    void (*make)(void*, size_t, const double*), double mean,
                                    double deviation, const char* file, unsigned line) {
  char text[80];
  snprintf(text, sizeof text, "%s(%lld)", name, static_cast<long long>(n));
  const double how[] = {generator->seed, mean, deviation};
  if (generator->of_host)
    make(to, n, how);
  else
    __gpumodel_library_fill(text, to, n, make, how, file, line);
  generator->seed += 1;
  return CURAND_STATUS_SUCCESS;
}
#define __GM_GENERATE(NAME, T, MAKE)                                                              \
  inline curandStatus_t NAME(curandGenerator_t generator, T* to, size_t n, __GM_PLACE) {          \
    return __gm_generate(#NAME, generator, to, n, MAKE<T>, 0, 0, __file, __line);                 \
  }
#define __GM_GENERATE_AROUND(NAME, T, MAKE)                                                       \
  inline curandStatus_t NAME(curandGenerator_t generator, T* to, size_t n, T mean, T deviation,   \
                             __GM_PLACE) {                                                        \
    return __gm_generate(#NAME, generator, to, n, MAKE<T>, mean, deviation, __file, __line);      \
  }
__GM_GENERATE(curandGenerate, unsigned, __gm_make_bits)
__GM_GENERATE(curandGenerateLongLong, unsigned long long, __gm_make_bits)
__GM_GENERATE(curandGenerateUniform, float, __gm_make_uniform)
__GM_GENERATE(curandGenerateUniformDouble, double, __gm_make_uniform)
__GM_GENERATE_AROUND(curandGenerateNormal, float, __gm_make_normal)
__GM_GENERATE_AROUND(curandGenerateNormalDouble, double, __gm_make_normal)
__GM_GENERATE_AROUND(curandGenerateLogNormal, float, __gm_make_log_normal)
__GM_GENERATE_AROUND(curandGenerateLogNormalDouble, double, __gm_make_log_normal)
#undef __GM_GENERATE
#undef __GM_GENERATE_AROUND
