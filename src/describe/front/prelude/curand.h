// CURAND of the host: generators are there, what they write is a call of a library.
#pragma once

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

inline curandStatus_t curandCreateGenerator(curandGenerator_t* made, curandRngType_t) {
  static int one = 0;
  *made = reinterpret_cast<curandGenerator_t>(&one);
  return CURAND_STATUS_SUCCESS;
}
#define __GM_SETTING(NAME, ...) \
  inline curandStatus_t NAME(curandGenerator_t, ##__VA_ARGS__) { return CURAND_STATUS_SUCCESS; }
__GM_SETTING(curandDestroyGenerator)
__GM_SETTING(curandGenerateSeeds)
__GM_SETTING(curandSetPseudoRandomGeneratorSeed, unsigned long long)
__GM_SETTING(curandSetGeneratorOffset, unsigned long long)
__GM_SETTING(curandSetGeneratorOrdering, curandOrdering_t)
__GM_SETTING(curandSetQuasiRandomGeneratorDimensions, unsigned)
__GM_SETTING(curandSetStream, cudaStream_t)
#undef __GM_SETTING

// "curandGenerateUniform(1000)"
inline curandStatus_t __gm_random(const char* name, void* written, size_t n, const char* file,
                                  unsigned line) {
  char text[80];
  snprintf(text, sizeof text, "%s(%lld)", name, static_cast<long long>(n));
  __gpumodel_library_call(text, written, nullptr, file, line);
  return CURAND_STATUS_SUCCESS;
}
#define __GM_GENERATE(NAME, T, ...)                                                             \
  inline curandStatus_t NAME(curandGenerator_t, T* to, size_t n, ##__VA_ARGS__, __GM_PLACE) {   \
    return __gm_random(#NAME, to, n, __file, __line);                                           \
  }
__GM_GENERATE(curandGenerate, unsigned)
__GM_GENERATE(curandGenerateLongLong, unsigned long long)
__GM_GENERATE(curandGenerateUniform, float)
__GM_GENERATE(curandGenerateUniformDouble, double)
__GM_GENERATE(curandGenerateNormal, float, float, float)
__GM_GENERATE(curandGenerateNormalDouble, double, double, double)
__GM_GENERATE(curandGenerateLogNormal, float, float, float)
__GM_GENERATE(curandGenerateLogNormalDouble, double, double, double)
__GM_GENERATE(curandGeneratePoisson, unsigned, double)
#undef __GM_GENERATE
