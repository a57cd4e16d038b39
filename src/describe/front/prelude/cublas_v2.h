// cuBLAS: handles and settings are there, products and sums are calls of a library.
#pragma once

// What other headers look for before they name its errors.
#define CUBLAS_API_H_
#define CUBLAS_V2_H_

#include "__gpumodel_library.h"
#include "cuComplex.h"
#ifdef __CUDA__
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#else
struct __half;
struct __nv_bfloat16;
#endif
#include "library_types.h"

enum cublasStatus_t {
  CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_NOT_INITIALIZED = 1, CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7, CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11, CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14, CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16
};
enum cublasOperation_t { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C, CUBLAS_OP_HERMITAN = 2 };
enum cublasFillMode_t { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER, CUBLAS_FILL_MODE_FULL };
enum cublasDiagType_t { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT };
enum cublasSideMode_t { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT };
enum cublasPointerMode_t { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE };
enum cublasAtomicsMode_t { CUBLAS_ATOMICS_NOT_ALLOWED, CUBLAS_ATOMICS_ALLOWED };
enum cublasMath_t {
  CUBLAS_DEFAULT_MATH = 0, CUBLAS_TENSOR_OP_MATH = 1, CUBLAS_PEDANTIC_MATH = 2,
  CUBLAS_TF32_TENSOR_OP_MATH = 3
};
enum cublasComputeType_t {
  CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_16F_PEDANTIC = 65, CUBLAS_COMPUTE_32F = 68,
  CUBLAS_COMPUTE_32F_PEDANTIC = 69, CUBLAS_COMPUTE_32F_FAST_16F = 74,
  CUBLAS_COMPUTE_32F_FAST_16BF = 75, CUBLAS_COMPUTE_32F_FAST_TF32 = 77, CUBLAS_COMPUTE_64F = 70,
  CUBLAS_COMPUTE_64F_PEDANTIC = 71, CUBLAS_COMPUTE_32I = 72, CUBLAS_COMPUTE_32I_PEDANTIC = 73
};
enum cublasGemmAlgo_t { CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_ALGO0 = 0,
                        CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99 };
typedef struct cublasContext* cublasHandle_t;

inline cublasStatus_t cublasCreate(cublasHandle_t* made) {
  static int one = 0;
  *made = reinterpret_cast<cublasHandle_t>(&one);
  return CUBLAS_STATUS_SUCCESS;
}
#define __GM_SETTING(NAME, ...) \
  inline cublasStatus_t NAME(cublasHandle_t, __VA_ARGS__) { return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasDestroy(cublasHandle_t) { return CUBLAS_STATUS_SUCCESS; }
__GM_SETTING(cublasSetStream, cudaStream_t)
__GM_SETTING(cublasSetMathMode, cublasMath_t)
__GM_SETTING(cublasSetPointerMode, cublasPointerMode_t)
__GM_SETTING(cublasSetAtomicsMode, cublasAtomicsMode_t)
__GM_SETTING(cublasSetWorkspace, void*, size_t)
#undef __GM_SETTING
inline cublasStatus_t cublasGetVersion(cublasHandle_t, int* version) {
  *version = 120000;
  return CUBLAS_STATUS_SUCCESS;
}
inline const char* cublasGetStatusString(cublasStatus_t status) {
  return status == CUBLAS_STATUS_SUCCESS ? "the operation completed successfully"
                                         : "an error of the library";
}
inline const char* cublasGetStatusName(cublasStatus_t status) {
  return status == CUBLAS_STATUS_SUCCESS ? "CUBLAS_STATUS_SUCCESS" : "CUBLAS_STATUS_INTERNAL_ERROR";
}
#define cublasCreate_v2 cublasCreate
#define cublasDestroy_v2 cublasDestroy
#define cublasSetStream_v2 cublasSetStream

struct __gm_blas_call : __gm_call_text {
  using __gm_call_text::__gm_call_text;
  cublasStatus_t done(const void* written, const char* file, unsigned line) {
    __gpumodel_library_call(closed(), written, nullptr, file, line);
    return CUBLAS_STATUS_SUCCESS;
  }
};

#define __GM_GEMM(NAME, T)                                                                          \
  inline cublasStatus_t NAME(cublasHandle_t, cublasOperation_t a, cublasOperation_t b, int m, int n, \
                             int k, const T*, const T*, int, const T*, int, const T*, T* c, int,    \
                             __GM_PLACE) {                                                          \
    __gm_blas_call call(#NAME);                                                                     \
    call.add(static_cast<int>(a)), call.add(static_cast<int>(b));                                   \
    call.add(m), call.add(n), call.add(k);                                                          \
    return call.done(c, __file, __line);                                                            \
  }                                                                                                 \
  inline cublasStatus_t NAME##StridedBatched(                                                       \
      cublasHandle_t, cublasOperation_t a, cublasOperation_t b, int m, int n, int k, const T*,      \
      const T*, int, long long, const T*, int, long long, const T*, T* c, int, long long,           \
      int batches, __GM_PLACE) {                                                                    \
    __gm_blas_call call(#NAME "StridedBatched");                                                    \
    call.add(static_cast<int>(a)), call.add(static_cast<int>(b));                                   \
    call.add(m), call.add(n), call.add(k), call.add(batches);                                       \
    return call.done(c, __file, __line);                                                            \
  }                                                                                                 \
  inline cublasStatus_t NAME##Batched(cublasHandle_t, cublasOperation_t a, cublasOperation_t b,     \
                                      int m, int n, int k, const T*, const T* const*, int,          \
                                      const T* const*, int, const T*, T* const*, int, int batches,  \
                                      __GM_PLACE) {                                                 \
    __gm_blas_call call(#NAME "Batched");                                                           \
    call.add(static_cast<int>(a)), call.add(static_cast<int>(b));                                   \
    call.add(m), call.add(n), call.add(k), call.add(batches);                                       \
    return call.done(nullptr, __file, __line);                                                      \
  }
__GM_GEMM(cublasSgemm, float) __GM_GEMM(cublasDgemm, double)
__GM_GEMM(cublasCgemm, cuComplex) __GM_GEMM(cublasZgemm, cuDoubleComplex)
#undef __GM_GEMM
template <class Compute>
inline cublasStatus_t cublasGemmEx(cublasHandle_t, cublasOperation_t a, cublasOperation_t b, int m,
                                   int n, int k, const void*, const void*, cudaDataType, int,
                                   const void*, cudaDataType, int, const void*, void* c,
                                   cudaDataType, int, Compute, cublasGemmAlgo_t, __GM_PLACE) {
  __gm_blas_call call("cublasGemmEx");
  call.add(static_cast<int>(a)), call.add(static_cast<int>(b));
  call.add(m), call.add(n), call.add(k);
  return call.done(c, __file, __line);
}
template <class Compute>
inline cublasStatus_t cublasGemmStridedBatchedEx(
    cublasHandle_t, cublasOperation_t a, cublasOperation_t b, int m, int n, int k, const void*,
    const void*, cudaDataType, int, long long, const void*, cudaDataType, int, long long,
    const void*, void* c, cudaDataType, int, long long, int batches, Compute, cublasGemmAlgo_t,
    __GM_PLACE) {
  __gm_blas_call call("cublasGemmStridedBatchedEx");
  call.add(static_cast<int>(a)), call.add(static_cast<int>(b));
  call.add(m), call.add(n), call.add(k), call.add(batches);
  return call.done(c, __file, __line);
}

template <class T>
inline cublasStatus_t __gm_blas_number(const char* name, int n, T* result, const char* file,
                                       unsigned line) {
  char text[80];
  snprintf(text, sizeof text, "%s(%d)", name, n);
  *result = __gm_library_result<T>(text, file, line);
  return CUBLAS_STATUS_SUCCESS;
}

#define __GM_VECTORS(S, T)                                                                          \
  inline cublasStatus_t cublas##S##gemv(cublasHandle_t, cublasOperation_t a, int m, int n, const T*, \
                                        const T*, int, const T*, int, const T*, T* y, int,          \
                                        __GM_PLACE) {                                               \
    __gm_blas_call call("cublas" #S "gemv");                                                        \
    call.add(static_cast<int>(a)), call.add(m), call.add(n);                                        \
    return call.done(y, __file, __line);                                                            \
  }                                                                                                 \
  inline cublasStatus_t cublas##S##axpy(cublasHandle_t, int n, const T*, const T*, int, T* y, int,  \
                                        __GM_PLACE) {                                               \
    __gm_blas_call call("cublas" #S "axpy");                                                        \
    call.add(n);                                                                                    \
    return call.done(y, __file, __line);                                                            \
  }                                                                                                 \
  inline cublasStatus_t cublas##S##copy(cublasHandle_t, int n, const T*, int, T* y, int,            \
                                        __GM_PLACE) {                                               \
    __gm_blas_call call("cublas" #S "copy");                                                        \
    call.add(n);                                                                                    \
    return call.done(y, __file, __line);                                                            \
  }                                                                                                 \
  inline cublasStatus_t cublas##S##scal(cublasHandle_t, int n, const T*, T* x, int, __GM_PLACE) {   \
    __gm_blas_call call("cublas" #S "scal");                                                        \
    call.add(n);                                                                                    \
    return call.done(x, __file, __line);                                                            \
  }                                                                                                 \
  inline cublasStatus_t cublas##S##dot(cublasHandle_t, int n, const T*, int, const T*, int,         \
                                       T* result, __GM_PLACE) {                                     \
    return __gm_blas_number("cublas" #S "dot", n, result, __file, __line);                          \
  }                                                                                                 \
  inline cublasStatus_t cublas##S##nrm2(cublasHandle_t, int n, const T*, int, T* result,            \
                                        __GM_PLACE) {                                               \
    return __gm_blas_number("cublas" #S "nrm2", n, result, __file, __line);                         \
  }                                                                                                 \
  inline cublasStatus_t cublas##S##asum(cublasHandle_t, int n, const T*, int, T* result,            \
                                        __GM_PLACE) {                                               \
    return __gm_blas_number("cublas" #S "asum", n, result, __file, __line);                         \
  }
__GM_VECTORS(S, float) __GM_VECTORS(D, double)
#undef __GM_VECTORS
