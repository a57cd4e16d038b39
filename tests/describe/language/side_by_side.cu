// describe: -D n=1Mi
// Chains of a thread, each of its own value: loops that are written out lie side by side, but not
// behind the one whose result they take.
__global__ void chains(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v[4];
#pragma unroll
  for (int j = 0; j < 4; ++j) {
    v[j] = x[j * n + i];
#pragma unroll
    for (int k = 0; k < 64; ++k) v[j] = v[j] * v[j] + by;
  }
  x[i] = v[0] + v[1] + v[2] + v[3];
}
__global__ void one_behind_the_other(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = x[i];
#pragma unroll
  for (int k = 0; k < 64; ++k) v = v * v + by;
  v += x[n + i];
#pragma unroll
  for (int k = 0; k < 64; ++k) v = v * by + v;
  x[i] = v;
}
void run(float* x, float by, int n) {
  chains<<<n / 256, 256>>>(x, by, n);
  one_behind_the_other<<<n / 256, 256>>>(x, by, n);
}
