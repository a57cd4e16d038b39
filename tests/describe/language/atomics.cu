// describe: -D n=1Mi -D bins=256 --launch 'grid=[1024] block=[256] shared=4*bins' --values 'v=uniform: [0, bins]'
__global__ void histogram(const unsigned* __restrict__ v, unsigned* __restrict__ h, int n, int bins) {
  extern __shared__ unsigned s[];
  for (int b = threadIdx.x; b < bins; b += blockDim.x) s[b] = 0;
  __syncthreads();
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x)
    atomicAdd(&s[v[k] % bins], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&h[b], s[b]);
}
