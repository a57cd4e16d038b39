// describe: --launch 'grid=[640] block=[256]' -D n=8Mi
// A sum in shared memory stays in a register: nothing that a kernel is passed points there. And how
// many rounds a grid-stride loop of 64 bits has, nvcc can tell of a signed counter alone.
__global__ void unsigned_stride(const float* x, float* y, size_t n) {
  __shared__ float s[256];
  s[threadIdx.x] = 0.f;
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    s[threadIdx.x] += x[i];
  __syncthreads();
  if (threadIdx.x == 0) y[blockIdx.x] = s[0] + s[255];
}

__global__ void signed_stride(const float* x, float* y, size_t n) {
  float v = 0.f;
  for (long long i = threadIdx.x; i < (long long)n; i += gridDim.x * blockDim.x) v += x[i];
  y[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
