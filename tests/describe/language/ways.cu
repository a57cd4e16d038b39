// describe: -D n=1Mi -D y_elements=1Mi --launch 'grid=[ceil_div(n, 256)] block=[256]' -D taken_7=0.25 -D taken_7_2=0.5 -D taken_7_3=0.125
// A switch on data: each way has a share of its own, and so has the one that is left.
__global__ void ways(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int kind = static_cast<int>(sqrtf(x[i]));
  switch (kind) {
    case 0:
      y[i] = 1.f;
      break;
    case 2:
    case 3:
      y[n - 1 - i] = 2.f;
      break;
    default:
      y[0] = 4.f;
  }
}
