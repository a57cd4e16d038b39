// describe: -D n=1Mi --launch 'grid=[ceil_div(n, 256)] block=[256]'
__global__ void all_types(int* a, unsigned* b, unsigned long long* c, float* d, double* e, int n) {
  __shared__ int counts[256];
  __shared__ float sums[256];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  counts[t] = 0;
  sums[t] = 0;
  __syncthreads();
  atomicMax(&counts[t / 2], i);
  atomicAdd(&sums[t / 4], 1.f);
  __syncthreads();
  if (i >= n) return;
  atomicMin(a + i, counts[t]);
  atomicCAS(b + i, 0u, 1u);
  b[i] = atomicExch(b + i / 2, 3u);
  atomicAdd(c + i, 1ull);
  atomicAdd(d + i, sums[t]);
  atomicAdd_block(e + i, 2.0);
  atomicOr(a, 1 << t % 32);
}
