// Kernels that are passed pointers into the middle of one allocation: its ghost cells lie in front.
__global__ void smooth(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.f;
  for (int k = -3; k <= 3; ++k) sum += in[i + k];
  if (i < n) out[i] = sum;
}
__global__ void scale(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2.f;
}

int main() {
  const int n = 1 << 16, ghosts = 8;
  float *in, *out;
  cudaMalloc(&in, sizeof(float) * (n + 2 * ghosts));
  cudaMalloc(&out, sizeof(float) * n);
  cudaMemset(in, 0, sizeof(float) * (n + 2 * ghosts));
  float* first = in;
  for (int i = 0; i < ghosts; ++i) ++first;
  smooth<<<n / 256, 256>>>(first, out, n);
  scale<<<n / 256, 256>>>(first, n);
  scale<<<n / 256, 256>>>(out, n);
  cudaDeviceSynchronize();
}
