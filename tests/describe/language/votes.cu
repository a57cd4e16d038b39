// describe: -D n=1Mi --launch 'grid=[ceil_div(n, 256)] block=[256]' -D taken_8=0.5
__global__ void compact(const float* a, unsigned* masks, int* counts, float* first, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = i < n ? __ldg(a + i) : 0;
  const unsigned mask = __ballot_sync(~0u, v > 0);
  __syncwarp();
  if ((threadIdx.x & 31) == 0) masks[i / 32] = mask;
  if (__any_sync(~0u, v > 1)) counts[i] = __popc(mask);
  const float other = __shfl_xor_sync(~0u, v, 1) + __shfl_up_sync(~0u, v, 2);
  first[i] = __shfl_sync(~0u, other, 0);
}
