// CUDA's toolkit brings OpenCL's headers, and what serves both includes them: its types, for
// declarations. Nothing of OpenCL is predicted, and a call of it does not link.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef int8_t cl_char;
typedef uint8_t cl_uchar;
typedef int16_t cl_short;
typedef uint16_t cl_ushort;
typedef int32_t cl_int;
typedef uint32_t cl_uint;
typedef int64_t cl_long;
typedef uint64_t cl_ulong;
typedef uint16_t cl_half;
typedef float cl_float;
typedef double cl_double;
typedef cl_uint cl_bool;
typedef cl_ulong cl_bitfield, cl_device_type, cl_mem_flags, cl_command_queue_properties;
typedef cl_uint cl_device_info, cl_platform_info, cl_program_build_info, cl_profiling_info;
typedef struct _cl_platform_id* cl_platform_id;
typedef struct _cl_device_id* cl_device_id;
typedef struct _cl_context* cl_context;
typedef struct _cl_command_queue* cl_command_queue;
typedef struct _cl_mem* cl_mem;
typedef struct _cl_program* cl_program;
typedef struct _cl_kernel* cl_kernel;
typedef struct _cl_event* cl_event;
typedef struct _cl_sampler* cl_sampler;
#define CL_SUCCESS 0
#define CL_FALSE 0
#define CL_TRUE 1
