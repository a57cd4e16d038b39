// CUDA's types and constants in sources of C: what functions are not declared returns a whole number.
#pragma once

#include <stddef.h>

typedef struct CUstream_st* cudaStream_t;
typedef struct CUevent_st* cudaEvent_t;
typedef enum cudaError { cudaSuccess = 0, cudaErrorUnknown = 999 } cudaError_t;
enum cudaMemcpyKind {
  cudaMemcpyHostToHost,
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};
const char* cudaGetErrorString(cudaError_t error);
struct cudaDeviceProp {
  char name[256];
  size_t totalGlobalMem;
  int major, minor, multiProcessorCount, warpSize, maxThreadsPerBlock;
};

#define __GM_PARTS(T, NAME)                      \
  typedef struct NAME##2 { T x, y; } NAME##2;    \
  typedef struct NAME##3 { T x, y, z; } NAME##3; \
  typedef struct NAME##4 { T x, y, z, w; } NAME##4;
__GM_PARTS(int, int)
__GM_PARTS(unsigned, uint)
__GM_PARTS(float, float)
__GM_PARTS(double, double)
#undef __GM_PARTS
typedef uint3 dim3;
typedef float2 cuComplex, cuFloatComplex, cufftComplex;
typedef double2 cuDoubleComplex, cufftDoubleComplex;
typedef float cufftReal;
typedef double cufftDoubleReal;

typedef struct cublasContext* cublasHandle_t;
typedef struct cusparseContext* cusparseHandle_t;
typedef struct curandGenerator_st* curandGenerator_t;
typedef int cufftHandle, cublasStatus_t, cusparseStatus_t, curandStatus_t, cufftResult;
enum { CUBLAS_STATUS_SUCCESS, CUBLAS_OP_N = 0, CUBLAS_OP_T, CUBLAS_OP_C };
enum { CUSPARSE_STATUS_SUCCESS, CURAND_STATUS_SUCCESS = 0, CUFFT_SUCCESS = 0 };
enum { CURAND_RNG_PSEUDO_DEFAULT = 100, CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MTGP32 = 141 };
enum { CUFFT_FORWARD = -1, CUFFT_INVERSE = 1, CUFFT_R2C = 0x2a, CUFFT_C2R = 0x2c, CUFFT_C2C = 0x29,
       CUFFT_D2Z = 0x6a, CUFFT_Z2D = 0x6c, CUFFT_Z2Z = 0x69 };
