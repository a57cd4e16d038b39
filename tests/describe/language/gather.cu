// describe: -D n=1Mi -D range=64Ki --launch 'grid=[ceil_div(n, 256)] block=[256]' --values 'from=uniform: [0, range]' -D a_elements=range
__global__ void gather(const float* __restrict__ a, const int* __restrict__ from,
                       float* __restrict__ b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = a[from[i]];
}
