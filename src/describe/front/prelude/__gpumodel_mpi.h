// MPI where its headers are not installed: types and functions as host code needs them to be read.
#pragma once

typedef int MPI_Comm, MPI_Datatype, MPI_Op, MPI_Request, MPI_Info, MPI_Group, MPI_Win, MPI_File;
typedef long MPI_Aint;
typedef long long MPI_Offset;
typedef struct MPI_Status {
  int MPI_SOURCE, MPI_TAG, MPI_ERROR;
} MPI_Status;
enum { MPI_SUCCESS = 0, MPI_COMM_NULL = 0, MPI_COMM_WORLD, MPI_COMM_SELF, MPI_INFO_NULL };
enum { MPI_CHAR, MPI_BYTE, MPI_INT, MPI_UNSIGNED, MPI_LONG, MPI_LONG_LONG, MPI_FLOAT, MPI_DOUBLE,
       MPI_DATATYPE_NULL, MPI_DOUBLE_PRECISION, MPI_C_BOOL, MPI_INT64_T, MPI_UINT64_T };
enum { MPI_SUM, MPI_MAX, MPI_MIN, MPI_PROD, MPI_LAND, MPI_LOR };
enum { MPI_ANY_SOURCE = -1, MPI_ANY_TAG = -1, MPI_PROC_NULL = -2, MPI_REQUEST_NULL = 0,
       MPI_COMM_TYPE_SHARED = 1, MPI_THREAD_SINGLE = 0, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED,
       MPI_THREAD_MULTIPLE, MPI_MAX_PROCESSOR_NAME = 256 };
#define MPI_STATUS_IGNORE ((MPI_Status*)0)
#define MPI_STATUSES_IGNORE ((MPI_Status*)0)
#define MPI_IN_PLACE ((void*)0)

#ifdef __cplusplus
#define __GM_MPI(NAME) extern "C" int NAME(...);
extern "C" double MPI_Wtime(void);
#else
#define __GM_MPI(NAME) int NAME();
double MPI_Wtime(void);
#endif
__GM_MPI(MPI_Init) __GM_MPI(MPI_Init_thread) __GM_MPI(MPI_Finalize) __GM_MPI(MPI_Abort)
__GM_MPI(MPI_Comm_rank) __GM_MPI(MPI_Comm_size) __GM_MPI(MPI_Comm_split)
__GM_MPI(MPI_Comm_split_type) __GM_MPI(MPI_Comm_free) __GM_MPI(MPI_Comm_dup)
__GM_MPI(MPI_Get_processor_name) __GM_MPI(MPI_Barrier) __GM_MPI(MPI_Bcast) __GM_MPI(MPI_Reduce)
__GM_MPI(MPI_Allreduce) __GM_MPI(MPI_Gather) __GM_MPI(MPI_Gatherv) __GM_MPI(MPI_Allgather)
__GM_MPI(MPI_Allgatherv) __GM_MPI(MPI_Scatter) __GM_MPI(MPI_Scatterv) __GM_MPI(MPI_Alltoall)
__GM_MPI(MPI_Alltoallv) __GM_MPI(MPI_Send) __GM_MPI(MPI_Recv) __GM_MPI(MPI_Isend)
__GM_MPI(MPI_Irecv) __GM_MPI(MPI_Sendrecv) __GM_MPI(MPI_Wait) __GM_MPI(MPI_Waitall)
__GM_MPI(MPI_Waitany) __GM_MPI(MPI_Test) __GM_MPI(MPI_Probe) __GM_MPI(MPI_Get_count)
__GM_MPI(MPI_Type_contiguous) __GM_MPI(MPI_Type_vector) __GM_MPI(MPI_Type_commit)
__GM_MPI(MPI_Type_free) __GM_MPI(MPI_Cart_create) __GM_MPI(MPI_Cart_shift)
__GM_MPI(MPI_Cart_coords) __GM_MPI(MPI_Dims_create)
#undef __GM_MPI
