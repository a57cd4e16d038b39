// describe: --launch 'grid=[n / 128] block=[64]' -D n=4Ki --values 'stride=uniform: [1, 33]' --values 'r_rounds=uniform: [1, 6]' -D taken_11=0.5
// A tree that begins where data say: what is drawn for its stride knows nothing of the thread, and
// their sum stays within what is declared. A share that the source states is not asked for.
__global__ void tree(const float* x, const int* size, float* sums) {
  __shared__ float part[64];
  part[threadIdx.x] = x[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  int stride = size[blockIdx.x];
  do {
    stride = stride * 3 / 7;
    if (threadIdx.x < stride) part[threadIdx.x] += part[threadIdx.x + stride];
    __syncthreads();
  } while (stride > 0);
  if (__builtin_expect_with_probability(part[0] > 3.f, 1, 0.125)) sums[blockIdx.x] = part[0];
}
