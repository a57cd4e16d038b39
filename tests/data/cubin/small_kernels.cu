// Small kernels for the tests of the log and cubin readers. The files beside this one and in
// ../ptxas were made from it:
//
//   nvcc -arch=sm_90 -cubin -Xptxas -v -o small_sm_90.cubin small_kernels.cu 2> sm_90.log
//
// likewise for sm_75 and sm_120; relocatable_sm_90.log with -rdc=true; the log with spills with
// -DWITH_SPILLS for sm_80 and sm_90a, then given a line prefix and CR LF line endings.

extern "C" __global__ void saxpy(int n, float a, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

// Static shared memory and one barrier; a mangled name.
template <class T>
__global__ void block_sum(const T* x, T* sums) {
  __shared__ T tile[256];
  tile[threadIdx.x] = x[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 128) tile[threadIdx.x] += tile[threadIdx.x + 128];
  __syncthreads();
  sums[threadIdx.x] = tile[0];
}
template __global__ void block_sum<double>(const double*, double*);

// Several named barriers, and a size of shared memory that is no multiple of the allocation unit.
extern "C" __global__ void three_barriers(float* x) {
  __shared__ float tile[1000];
  tile[threadIdx.x] = x[threadIdx.x];
  asm volatile("bar.sync 0;");
  x[threadIdx.x] = tile[999 - threadIdx.x];
  asm volatile("bar.sync 1, 64;");
  tile[threadIdx.x] += x[threadIdx.x];
  asm volatile("bar.sync 2, 64;");
  x[threadIdx.x] = tile[threadIdx.x ^ 1];
}

// A device function that is not inlined, with a local array: a stack frame that is no spill.
__device__ __noinline__ float pick(float x, const float* table, int i) {
  float window[8];
  for (int k = 0; k < 8; ++k) window[k] = table[k] * x;
  return window[i & 7];
}
extern "C" __global__ void calls(float* x, const float* table) {
  x[threadIdx.x] = pick(x[threadIdx.x], table, threadIdx.x);
}

#ifdef WITH_SPILLS
// 64 live values against 32 registers: the compiler must spill.
extern "C" __global__ void __launch_bounds__(1024, 2) spills(float* x) {
  float v[64];
#pragma unroll
  for (int i = 0; i < 64; ++i) v[i] = x[i * 1024 + threadIdx.x];
#pragma unroll
  for (int round = 0; round < 3; ++round)
#pragma unroll
    for (int i = 0; i < 64; ++i) v[i] = v[i] * v[(i * 7 + 13) % 64] + v[(i * 5 + 31) % 64];
#pragma unroll
  for (int i = 0; i < 64; ++i) x[i * 1024 + threadIdx.x] = v[i];
}
#endif
