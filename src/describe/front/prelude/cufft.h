// cuFFT: plans are there, transforms are calls of a library.
#pragma once

// What other headers look for before they name its errors.
#define _CUFFT_H_

#include "__gpumodel_library.h"
#include "cuComplex.h"
#include "library_types.h"

typedef float2 cufftComplex;
typedef double2 cufftDoubleComplex;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef int cufftHandle;
enum cufftResult_t {
  CUFFT_SUCCESS = 0, CUFFT_INVALID_PLAN = 1, CUFFT_ALLOC_FAILED = 2, CUFFT_INVALID_TYPE = 3,
  CUFFT_INVALID_VALUE = 4, CUFFT_INTERNAL_ERROR = 5, CUFFT_EXEC_FAILED = 6, CUFFT_SETUP_FAILED = 7,
  CUFFT_INVALID_SIZE = 8, CUFFT_UNALIGNED_DATA = 9, CUFFT_INCOMPLETE_PARAMETER_LIST = 10,
  CUFFT_INVALID_DEVICE = 11, CUFFT_PARSE_ERROR = 12, CUFFT_NO_WORKSPACE = 13, CUFFT_NOT_IMPLEMENTED = 14,
  CUFFT_LICENSE_ERROR = 15, CUFFT_NOT_SUPPORTED = 16, CUFFT_MISSING_DEPENDENCY = 17,
  CUFFT_NVRTC_FAILURE = 18, CUFFT_NVJITLINK_FAILURE = 19, CUFFT_NVSHMEM_FAILURE = 20
};
typedef cufftResult_t cufftResult;
enum cufftType_t {
  CUFFT_R2C = 0x2a, CUFFT_C2R = 0x2c, CUFFT_C2C = 0x29, CUFFT_D2Z = 0x6a, CUFFT_Z2D = 0x6c, CUFFT_Z2Z = 0x69
};
typedef cufftType_t cufftType;
#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1

// What a plan transforms: "(1024, 1024, 8)", its sizes and how often.
struct __gm_fft_plan { char sizes[100] = "()"; };
inline __gm_fft_plan* __gm_fft_plans() {
  static __gm_fft_plan plans[256];
  return plans;
}
inline cufftResult __gm_fft_make(cufftHandle plan, int rank, const int* n, int batch) {
  if (plan < 0 || plan >= 256) return CUFFT_INVALID_PLAN;
  if (rank < 1 || rank > 3 || batch < 1) return CUFFT_INVALID_SIZE;
  char* text = __gm_fft_plans()[plan].sizes;
  int at = snprintf(text, 100, "(");
  for (int i = 0; i < rank; ++i) {
    if (n[i] < 1) return CUFFT_INVALID_SIZE;
    at += snprintf(text + at, 100 - static_cast<size_t>(at), "%d, ", n[i]);
  }
  snprintf(text + at, 100 - static_cast<size_t>(at), "%d)", batch);
  return CUFFT_SUCCESS;
}
inline cufftResult cufftCreate(cufftHandle* plan) {
  static int made = 0;
  *plan = made++ % 256;
  return CUFFT_SUCCESS;
}
inline cufftResult cufftMakePlan1d(cufftHandle plan, int n, cufftType, int batch, size_t* work) {
  *work = 0;
  return __gm_fft_make(plan, 1, &n, batch);
}
inline cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType, size_t* work) {
  const int n[] = {nx, ny};
  *work = 0;
  return __gm_fft_make(plan, 2, n, 1);
}
inline cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType, size_t* work) {
  const int n[] = {nx, ny, nz};
  *work = 0;
  return __gm_fft_make(plan, 3, n, 1);
}
inline cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int* n, int*, int, int, int*, int, int,
                                     cufftType, int batch, size_t* work) {
  *work = 0;
  return __gm_fft_make(plan, rank, n, batch);
}
inline cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long* n, long long*, long long,
                                       long long, cudaDataType, long long*, long long, long long, cudaDataType,
                                       long long batch, size_t* work, cudaDataType) {
  int sizes[3] = {};
  for (int i = 0; i < rank && i < 3; ++i) sizes[i] = static_cast<int>(n[i]);
  *work = 0;
  return __gm_fft_make(plan, rank, sizes, static_cast<int>(batch));
}
// A plan that is made at once.
inline cufftResult cufftPlan1d(cufftHandle* plan, int n, cufftType type, int batch) {
  size_t work;
  return cufftCreate(plan), cufftMakePlan1d(*plan, n, type, batch, &work);
}
inline cufftResult cufftPlan2d(cufftHandle* plan, int nx, int ny, cufftType type) {
  size_t work;
  return cufftCreate(plan), cufftMakePlan2d(*plan, nx, ny, type, &work);
}
inline cufftResult cufftPlan3d(cufftHandle* plan, int nx, int ny, int nz, cufftType type) {
  size_t work;
  return cufftCreate(plan), cufftMakePlan3d(*plan, nx, ny, nz, type, &work);
}
inline cufftResult cufftPlanMany(cufftHandle* plan, int rank, int* n, int* in, int in_apart, int in_batch, int* out,
                                 int out_apart, int out_batch, cufftType type, int batch) {
  size_t work;
  return cufftCreate(plan), cufftMakePlanMany(*plan, rank, n, in, in_apart, in_batch, out, out_apart, out_batch,
                                              type, batch, &work);
}
inline cufftResult cufftSetStream(cufftHandle, cudaStream_t) { return CUFFT_SUCCESS; }
inline cufftResult cufftSetAutoAllocation(cufftHandle, int) { return CUFFT_SUCCESS; }
inline cufftResult cufftSetWorkArea(cufftHandle, void*) { return CUFFT_SUCCESS; }
inline cufftResult cufftGetSize(cufftHandle, size_t* work) { return *work = 0, CUFFT_SUCCESS; }
inline cufftResult cufftGetVersion(int* version) { return *version = 11000, CUFFT_SUCCESS; }
inline cufftResult cufftDestroy(cufftHandle) { return CUFFT_SUCCESS; }

inline cufftResult __gm_fft(const char* name, cufftHandle plan, const void* to, const char* file,
                            unsigned line) {
  if (plan < 0 || plan >= 256) return CUFFT_INVALID_PLAN;
  char text[140];
  snprintf(text, sizeof text, "%s%s", name, __gm_fft_plans()[plan].sizes);
  __gpumodel_library_call(text, to, nullptr, file, line);
  return CUFFT_SUCCESS;
}
#define __GM_FFT(NAME, FROM, TO, ...)                                                      \
  inline cufftResult NAME(cufftHandle plan, FROM*, TO* to, ##__VA_ARGS__, __GM_PLACE) {    \
    return __gm_fft(#NAME, plan, to, __file, __line);                                      \
  }
__GM_FFT(cufftExecR2C, cufftReal, cufftComplex) __GM_FFT(cufftExecC2R, cufftComplex, cufftReal)
__GM_FFT(cufftExecD2Z, cufftDoubleReal, cufftDoubleComplex)
__GM_FFT(cufftExecZ2D, cufftDoubleComplex, cufftDoubleReal)
__GM_FFT(cufftExecC2C, cufftComplex, cufftComplex, int)
__GM_FFT(cufftExecZ2Z, cufftDoubleComplex, cufftDoubleComplex, int)
#undef __GM_FFT
