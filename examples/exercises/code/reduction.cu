// Adds n whole numbers to *total.
__global__ void add(const int* x, int* total, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // TODO: add within the block first; 256 threads
  //{
  __shared__ int sums[256];
  sums[threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(total, sums[0]);
  //- if (i < n) atomicAdd(total, x[i]);
  //}
}

void add_all(const int* x, int* total, int n) {
  add<<<(n + 255) / 256, 256>>>(x, total, n);
}
