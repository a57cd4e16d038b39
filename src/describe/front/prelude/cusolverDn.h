// cuSOLVER, of dense matrices: handles are there, factorizations and solutions are calls of a library.
#pragma once

// What other headers look for before they name its errors.
#define CUSOLVER_COMMON_H_

#include "__gpumodel_any_call.h"
#include "cublas_v2.h"

enum cusolverStatus_t {
  CUSOLVER_STATUS_SUCCESS = 0, CUSOLVER_STATUS_NOT_INITIALIZED = 1, CUSOLVER_STATUS_ALLOC_FAILED = 2,
  CUSOLVER_STATUS_INVALID_VALUE = 3, CUSOLVER_STATUS_ARCH_MISMATCH = 4,
  CUSOLVER_STATUS_MAPPING_ERROR = 5, CUSOLVER_STATUS_EXECUTION_FAILED = 6,
  CUSOLVER_STATUS_INTERNAL_ERROR = 7, CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
  CUSOLVER_STATUS_NOT_SUPPORTED = 9, CUSOLVER_STATUS_ZERO_PIVOT = 10, CUSOLVER_STATUS_INVALID_LICENSE = 11
};
enum cusolverEigType_t { CUSOLVER_EIG_TYPE_1 = 1, CUSOLVER_EIG_TYPE_2 = 2, CUSOLVER_EIG_TYPE_3 = 3 };
enum cusolverEigMode_t { CUSOLVER_EIG_MODE_NOVECTOR, CUSOLVER_EIG_MODE_VECTOR };
enum cusolverEigRange_t {
  CUSOLVER_EIG_RANGE_ALL = 1001, CUSOLVER_EIG_RANGE_I = 1002, CUSOLVER_EIG_RANGE_V = 1003
};
typedef struct cusolverDnContext* cusolverDnHandle_t;
typedef struct cusolverDnParams* cusolverDnParams_t;
typedef struct syevjInfo* syevjInfo_t;
typedef struct gesvdjInfo* gesvdjInfo_t;

__GM_MADE(cusolverStatus_t, cusolverDnCreate, cusolverDnHandle_t)
__GM_MADE(cusolverStatus_t, cusolverDnCreateParams, cusolverDnParams_t)
__GM_MADE(cusolverStatus_t, cusolverDnCreateSyevjInfo, syevjInfo_t)
__GM_MADE(cusolverStatus_t, cusolverDnCreateGesvdjInfo, gesvdjInfo_t)
#define __GM_EACH(NAME) __GM_SET(cusolverStatus_t, cusolverDn##NAME)
__GM_EACH(Destroy) __GM_EACH(DestroyParams) __GM_EACH(DestroySyevjInfo)
__GM_EACH(DestroyGesvdjInfo) __GM_EACH(SetStream) __GM_EACH(SetAdvOptions)
__GM_EACH(XsyevjSetTolerance) __GM_EACH(XsyevjSetMaxSweeps) __GM_EACH(XsyevjSetSortEig)
__GM_EACH(XgesvdjSetTolerance) __GM_EACH(XgesvdjSetMaxSweeps) __GM_EACH(XgesvdjSetSortEig)
#undef __GM_EACH

// Of each type of numbers, with what says how much memory it works in.
#define __GM_EACH(NAME)                                                                     \
  __GM_SIZED(cusolverStatus_t, cusolverDn##NAME##_bufferSize)                               \
  __GM_CALLED(cusolverStatus_t, cusolverDn##NAME)
#define __GM_REAL(NAME) __GM_EACH(S##NAME) __GM_EACH(D##NAME)
#define __GM_COMPLEX(NAME) __GM_EACH(C##NAME) __GM_EACH(Z##NAME)
#define __GM_ALL(NAME) __GM_REAL(NAME) __GM_COMPLEX(NAME)
__GM_ALL(potrf) __GM_ALL(potri) __GM_ALL(getrf) __GM_ALL(geqrf) __GM_ALL(gesvd) __GM_ALL(gesvdj)
__GM_ALL(gesvdjBatched) __GM_ALL(gesvdaStridedBatched) __GM_ALL(gels) __GM_REAL(syevd)
__GM_REAL(syevdx) __GM_REAL(syevj) __GM_REAL(syevjBatched) __GM_REAL(sygvd) __GM_REAL(sytrf)
__GM_REAL(ormqr) __GM_REAL(orgqr) __GM_COMPLEX(unmqr) __GM_COMPLEX(ungqr) __GM_COMPLEX(heevd)
__GM_COMPLEX(heevj) __GM_COMPLEX(heevjBatched) __GM_EACH(Xpotrf) __GM_EACH(Xgetrf) __GM_EACH(Xgeqrf)
__GM_EACH(Xsyevd) __GM_EACH(Xgesvd)
#undef __GM_EACH
#define __GM_EACH(NAME) __GM_CALLED(cusolverStatus_t, cusolverDn##NAME)
__GM_ALL(potrs) __GM_ALL(getrs) __GM_ALL(potrfBatched) __GM_ALL(potrsBatched) __GM_EACH(Xpotrs)
__GM_EACH(Xgetrs)
#undef __GM_EACH
#undef __GM_REAL
#undef __GM_COMPLEX
#undef __GM_ALL
