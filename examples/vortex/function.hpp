#pragma once

// A function that host and device share. GCC brings templates to the device only as part of what
// calls them: `acc routine` may not stand before one.
#if defined(__CUDACC__)
#define VORTEX_FUNCTION __host__ __device__ inline
#elif defined(_OPENACC)
#define VORTEX_FUNCTION inline __attribute__((always_inline))
#else
#define VORTEX_FUNCTION inline
#endif
