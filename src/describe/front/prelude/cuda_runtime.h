// What gpumodel-describe puts in place of the CUDA toolkit's headers: the language of device code,
// as declarations that its passes know by name, and as much of the runtime as host code needs to
// be parsed. Nothing here runs.
#pragma once

#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#define CUDART_VERSION 12000
#define CUDA_VERSION 12000
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))  // memory of the device is memory of the host here
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __grid_constant__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define CUDARTAPI
#define CUDART_CB

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __cplusplus
#include <utility>
#endif

#include "__gpumodel_types.h"
#ifdef __CUDA__  // else it is host code that only calls the runtime
// Of the device it is read when the kernel runs, in a register: no number for who compiles.
#define warpSize __gm_clang_warp_size
#include "__clang_cuda_builtin_vars.h"
#undef warpSize
#ifdef __CUDA_ARCH__
extern __attribute__((device)) const int warpSize;
#else
static const __attribute__((device)) int warpSize = 32;
#endif
#include "__gpumodel_device.h"
#include "__gpumodel_math.h"
#include "__gpumodel_lanes.h"
#include "__gpumodel_texture.h"
#endif
#include "__gpumodel_host.h"
#ifdef __CUDA__
#include "__gpumodel_array.h"
#endif
#ifdef __GPUMODEL_FILE_OF_C  // where a pointer to anything is one to a handle
inline cudaError_t cudaEventCreate(void* p) { return cudaEventCreate(static_cast<cudaEvent_t*>(p)); }
inline cudaError_t cudaEventCreateWithFlags(void* p, unsigned flags) {
  return cudaEventCreateWithFlags(static_cast<cudaEvent_t*>(p), flags);
}
inline cudaError_t cudaStreamCreate(void* p) { return cudaStreamCreate(static_cast<cudaStream_t*>(p)); }
#endif
