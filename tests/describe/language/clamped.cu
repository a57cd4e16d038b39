// describe: --launch 'block=[32, 8] grid=[ceil_div(w, 32), ceil_div(h, 8)]' -D w=1920 -D h=1080
// An index held between the first and the last: by min and max, by conditions in either order.
__device__ int within(int i, int n) { return i < 0 ? 0 : (i >= n ? n - 1 : i); }

__global__ void by_minimum(const float* in, float* out, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  out[y * w + x] = in[max(0, min(y + 2, h - 1)) * w + min(max(x - 2, 0), w - 1)];
}

__global__ void by_condition(const float* in, float* out, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  out[y * w + x] = in[within(y + 2, h) * w + within(x - 2, w)];
}

__global__ void one_after_the_other(const float* in, float* out, int w) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= w) return;
  int left = x - 1, right = x + 1;
  if (left < 0) left = 0;
  if (right > w - 1) right = w - 1;
  int far = x + 5;
  if (far >= w) far = w - 1;
  if (far < 0) far = 0;
  out[x] = in[left] + in[right] + in[far];
}
