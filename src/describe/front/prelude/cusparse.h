// cuSPARSE: handles and descriptions are there, products, sums and solutions are calls of a library.
#pragma once

// What other headers look for before they name its errors.
#define CUSPARSEAPI

#include <stdint.h>

#include "__gpumodel_any_call.h"
#include "cuComplex.h"

enum cusparseStatus_t {
  CUSPARSE_STATUS_SUCCESS = 0, CUSPARSE_STATUS_NOT_INITIALIZED = 1, CUSPARSE_STATUS_ALLOC_FAILED = 2,
  CUSPARSE_STATUS_INVALID_VALUE = 3, CUSPARSE_STATUS_ARCH_MISMATCH = 4,
  CUSPARSE_STATUS_MAPPING_ERROR = 5, CUSPARSE_STATUS_EXECUTION_FAILED = 6,
  CUSPARSE_STATUS_INTERNAL_ERROR = 7, CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
  CUSPARSE_STATUS_ZERO_PIVOT = 9, CUSPARSE_STATUS_NOT_SUPPORTED = 10,
  CUSPARSE_STATUS_INSUFFICIENT_RESOURCES = 11
};
enum cusparseOperation_t {
  CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE,
  CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE
};
enum cusparseIndexType_t { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I = 2, CUSPARSE_INDEX_64I = 3 };
enum cusparseIndexBase_t { CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_INDEX_BASE_ONE };
enum cusparseMatrixType_t {
  CUSPARSE_MATRIX_TYPE_GENERAL, CUSPARSE_MATRIX_TYPE_SYMMETRIC, CUSPARSE_MATRIX_TYPE_HERMITIAN,
  CUSPARSE_MATRIX_TYPE_TRIANGULAR
};
enum cusparseFillMode_t { CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER };
enum cusparseDiagType_t { CUSPARSE_DIAG_TYPE_NON_UNIT, CUSPARSE_DIAG_TYPE_UNIT };
enum cusparsePointerMode_t { CUSPARSE_POINTER_MODE_HOST, CUSPARSE_POINTER_MODE_DEVICE };
enum cusparseAction_t { CUSPARSE_ACTION_SYMBOLIC, CUSPARSE_ACTION_NUMERIC };
enum cusparseSolvePolicy_t { CUSPARSE_SOLVE_POLICY_NO_LEVEL, CUSPARSE_SOLVE_POLICY_USE_LEVEL };
enum cusparseOrder_t { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW = 2 };
enum cusparseSpMatAttribute_t { CUSPARSE_SPMAT_FILL_MODE, CUSPARSE_SPMAT_DIAG_TYPE };
enum cusparseSpMVAlg_t {
  CUSPARSE_SPMV_ALG_DEFAULT = 0, CUSPARSE_SPMV_COO_ALG1 = 1, CUSPARSE_SPMV_CSR_ALG1 = 2,
  CUSPARSE_SPMV_CSR_ALG2 = 3, CUSPARSE_SPMV_COO_ALG2 = 4, CUSPARSE_MV_ALG_DEFAULT = 0
};
enum cusparseSpMMAlg_t {
  CUSPARSE_SPMM_ALG_DEFAULT = 0, CUSPARSE_SPMM_COO_ALG1 = 1, CUSPARSE_SPMM_COO_ALG2 = 2,
  CUSPARSE_SPMM_CSR_ALG1 = 4, CUSPARSE_SPMM_CSR_ALG2 = 6
};
enum cusparseSpSVAlg_t { CUSPARSE_SPSV_ALG_DEFAULT };
enum cusparseSpSMAlg_t { CUSPARSE_SPSM_ALG_DEFAULT };
enum cusparseSpGEMMAlg_t { CUSPARSE_SPGEMM_DEFAULT };
enum cusparseSDDMMAlg_t { CUSPARSE_SDDMM_ALG_DEFAULT };
enum cusparseCsr2CscAlg_t { CUSPARSE_CSR2CSC_ALG_DEFAULT = 1, CUSPARSE_CSR2CSC_ALG1 = 1 };
enum cusparseSparseToDenseAlg_t { CUSPARSE_SPARSETODENSE_ALG_DEFAULT };
enum cusparseDenseToSparseAlg_t { CUSPARSE_DENSETOSPARSE_ALG_DEFAULT };

typedef struct cusparseContext* cusparseHandle_t;
typedef struct cusparseMatDescr* cusparseMatDescr_t;
typedef struct cusparseSpVecDescr* cusparseSpVecDescr_t;
struct cusparseDnVecDescr : __gm_described {};
struct cusparseDnMatDescr : __gm_described {};
typedef struct cusparseDnVecDescr* cusparseDnVecDescr_t;
typedef struct cusparseSpMatDescr* cusparseSpMatDescr_t;
typedef struct cusparseDnMatDescr* cusparseDnMatDescr_t;
typedef struct cusparseSpSVDescr* cusparseSpSVDescr_t;
typedef struct cusparseSpSMDescr* cusparseSpSMDescr_t;
typedef struct cusparseSpGEMMDescr* cusparseSpGEMMDescr_t;

__GM_MADE(cusparseStatus_t, cusparseCreate, cusparseHandle_t)
__GM_MADE(cusparseStatus_t, cusparseCreateMatDescr, cusparseMatDescr_t)
__GM_MADE(cusparseStatus_t, cusparseCreateSpVec, cusparseSpVecDescr_t)
inline cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t* made, int64_t, void* values, cudaDataType) {
  *made = new cusparseDnVecDescr{{values}};
  return CUSPARSE_STATUS_SUCCESS;
}
inline cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t* made, int64_t, int64_t, int64_t, void* values,
                                            cudaDataType, cusparseOrder_t) {
  *made = new cusparseDnMatDescr{{values}};
  return CUSPARSE_STATUS_SUCCESS;
}
inline cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t of, void* values) {
  of->written = values;
  return CUSPARSE_STATUS_SUCCESS;
}
inline cusparseStatus_t cusparseDnMatSetValues(cusparseDnMatDescr_t of, void* values) {
  of->written = values;
  return CUSPARSE_STATUS_SUCCESS;
}
__GM_MADE(cusparseStatus_t, cusparseCreateCsr, cusparseSpMatDescr_t)
__GM_MADE(cusparseStatus_t, cusparseCreateCsc, cusparseSpMatDescr_t)
__GM_MADE(cusparseStatus_t, cusparseCreateCoo, cusparseSpMatDescr_t)
__GM_MADE(cusparseStatus_t, cusparseCreateBlockedEll, cusparseSpMatDescr_t)
__GM_MADE(cusparseStatus_t, cusparseSpSV_createDescr, cusparseSpSVDescr_t)
__GM_MADE(cusparseStatus_t, cusparseSpSM_createDescr, cusparseSpSMDescr_t)
__GM_MADE(cusparseStatus_t, cusparseSpGEMM_createDescr, cusparseSpGEMMDescr_t)

#define __GM_EACH(NAME) __GM_SET(cusparseStatus_t, cusparse##NAME)
__GM_EACH(Destroy) __GM_EACH(DestroyMatDescr) __GM_EACH(DestroySpVec) __GM_EACH(DestroyDnVec)
__GM_EACH(DestroySpMat) __GM_EACH(DestroyDnMat) __GM_EACH(SpSV_destroyDescr)
__GM_EACH(SpSM_destroyDescr) __GM_EACH(SpGEMM_destroyDescr) __GM_EACH(SetStream)
__GM_EACH(SetPointerMode) __GM_EACH(SetMatType) __GM_EACH(SetMatIndexBase)
__GM_EACH(SetMatFillMode) __GM_EACH(SetMatDiagType) __GM_EACH(SpMatSetAttribute)
__GM_EACH(SpMatSetValues)
__GM_EACH(CsrSetPointers) __GM_EACH(CooSetPointers) __GM_EACH(DnMatSetStridedBatch)
__GM_EACH(CsrSetStridedBatch)
#undef __GM_EACH
#define __GM_EACH(NAME) __GM_SIZED(cusparseStatus_t, cusparse##NAME)
__GM_EACH(SpMV_bufferSize) __GM_EACH(SpMM_bufferSize) __GM_EACH(SpSV_bufferSize)
__GM_EACH(SpSM_bufferSize) __GM_EACH(SDDMM_bufferSize) __GM_EACH(Csr2cscEx2_bufferSize)
__GM_EACH(SparseToDense_bufferSize) __GM_EACH(DenseToSparse_bufferSize) __GM_EACH(SpVV_bufferSize)
#undef __GM_EACH
#define __GM_EACH(NAME) __GM_CALLED(cusparseStatus_t, cusparse##NAME)
__GM_EACH(SpMV_preprocess) __GM_EACH(SpMV) __GM_EACH(SpMM_preprocess) __GM_EACH(SpMM)
__GM_EACH(SpSV_analysis) __GM_EACH(SpSV_solve) __GM_EACH(SpSM_analysis) __GM_EACH(SpSM_solve)
__GM_EACH(SpGEMM_workEstimation) __GM_EACH(SpGEMM_compute) __GM_EACH(SpGEMM_copy)
__GM_EACH(SDDMM_preprocess) __GM_EACH(SDDMM) __GM_EACH(SpVV) __GM_EACH(Axpby) __GM_EACH(Gather)
__GM_EACH(Scatter) __GM_EACH(Csr2cscEx2) __GM_EACH(SparseToDense) __GM_EACH(DenseToSparse_analysis)
__GM_EACH(DenseToSparse_convert) __GM_EACH(Xcoo2csr) __GM_EACH(Xcsr2coo) __GM_EACH(Scsrmv)
__GM_EACH(Dcsrmv) __GM_EACH(Sgtsv2) __GM_EACH(Dgtsv2) __GM_EACH(Sgtsv2StridedBatch)
__GM_EACH(Dgtsv2StridedBatch)
#undef __GM_EACH
__GM_SIZED(cusparseStatus_t, cusparseSgtsv2_bufferSizeExt)
__GM_SIZED(cusparseStatus_t, cusparseDgtsv2_bufferSizeExt)
__GM_SIZED(cusparseStatus_t, cusparseSgtsv2StridedBatch_bufferSizeExt)
__GM_SIZED(cusparseStatus_t, cusparseDgtsv2StridedBatch_bufferSizeExt)

inline const char* cusparseGetErrorString(cusparseStatus_t status) {
  return status == CUSPARSE_STATUS_SUCCESS ? "success" : "an error of the library";
}
inline const char* cusparseGetErrorName(cusparseStatus_t status) {
  return status == CUSPARSE_STATUS_SUCCESS ? "CUSPARSE_STATUS_SUCCESS" : "CUSPARSE_STATUS_INTERNAL_ERROR";
}
