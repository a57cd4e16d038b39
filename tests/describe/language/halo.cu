// describe: -D n=4096
// Pointers into the middle of an allocation: rows begin at the first element that is used, or where
// the launch says that the memory in front of them is used by another.
constexpr int radius = 3;
__global__ void smooth(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0.f;
  for (int k = -radius; k <= radius; ++k) sum += in[i + k];
  out[i] = sum;
}
__global__ void between_rows(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int row = 0; row < 64; ++row)
    out[row * n + i] = in[(row - 1) * n + i] + in[(row + 1) * n + i];
}
__global__ void odd_place(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
__global__ void nobody_says(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i - 1];
}
// A counter starts at the number of the thread.
__global__ void in_strides(const float* in, float* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = in[i - 4] + in[i + 4];
}
// What is not 0 is 1 at least: nothing lies below the pointer.
__global__ void all_but_the_first(const float* in, float* out) {
  if (blockIdx.x != 0) out[blockIdx.x * blockDim.x + threadIdx.x] = in[blockIdx.x - 1];
}
int main() {
  const int n = 4096;
  float *in, *out;
  cudaMalloc(&in, sizeof(float) * 66 * n);
  cudaMalloc(&out, sizeof(float) * 66 * n);
  smooth<<<(n + 127) / 128, 128>>>(in + radius, out, n);
  between_rows<<<(n + 127) / 128, 128>>>(in + n, out, n);
  odd_place<<<(n + 127) / 128, 128>>>(&in[1], out, n);
  in_strides<<<8, 128>>>(in + 4, out, n);
}
void with_whatever(const float* in, float* out, int n) {
  nobody_says<<<(n + 127) / 128, 128>>>(in, out, n);
  all_but_the_first<<<(n + 127) / 128, 128>>>(in, out);
}
