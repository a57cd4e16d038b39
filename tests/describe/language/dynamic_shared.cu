// describe: -D n=1Mi -D words=512
__global__ void parts(const float* a, int* c, int words, int n) {
  extern __shared__ float values[];
  int* counts = (int*)(values + words);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  values[threadIdx.x] = a[i];
  counts[threadIdx.x] = i;
  __syncthreads();
  c[i] = counts[blockDim.x - 1 - threadIdx.x] + int(values[threadIdx.x]);
}
void start(const float* a, int* c, int n) {
  const int words = 512;
  parts<<<n / 256, 256, words * sizeof(float) + 256 * sizeof(int)>>>(a, c, words, n);
}
