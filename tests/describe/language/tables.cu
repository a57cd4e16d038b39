// describe: -D n=4096 -D in_elements=4096 -D out_elements=352
// Tables of constants: what stands in them is known, and so is where a thread goes by them.
__constant__ const int step[4] = {1, -1, 64, -64};
__device__ const short row[2][3] = {{0, 2, 4}, {6, 8, 0}};

__global__ void neighbours(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, k = threadIdx.x % 4;
  if (i >= 64 && i < n - 64) out[i] = in[i + step[k]];
}

__global__ void rows(float* out) {
  out[row[blockIdx.x][threadIdx.x] * 32 + threadIdx.y] = 1.f;
}

void launch(float* out, const float* in, int n) {
  neighbours<<<n / 128, 128>>>(out, in, n);
  rows<<<2, dim3(3, 32)>>>(out);
}
