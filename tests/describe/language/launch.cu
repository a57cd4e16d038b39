// describe: -D n=1Mi -D taken_5=0.25
__global__ void clip(const float* __restrict__ in, float* __restrict__ out, float most, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (in[i] > most) out[i] = most;
}
void run(const float* in, float* out, int count) {
  const int threads = 128;
  dim3 grid((count + threads - 1) / threads);
  clip<<<grid, threads>>>(in, out, 2.0f, count);
}
