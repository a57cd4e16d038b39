// describe: -D n=1Mi -D m=512
#define START(kernel, grid, block, ...) kernel<<<grid, block>>>(__VA_ARGS__)
template <int Block>
__global__ void by_call(float* a, int n) {
  const int i = blockIdx.x * Block + threadIdx.x;
  if (i < n) a[i] = 1;
}
__global__ void by_macro(float* a, int n) { a[blockIdx.x * blockDim.x + threadIdx.x] = n; }
__global__ void by_function(float* a, int n, int m) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < m) a[y * n + x] = 2;
}
template <class... P, class... A>
void launch(void (*kernel)(P...), dim3 grid, dim3 block, A... arguments) {
  void* all[] = {(void*)&arguments...};
  cudaLaunchKernel((const void*)kernel, grid, block, all, 0, 0);
}
int blocks_for(int n, int block) { return (n + block - 1) / block; }
void start(float* a, int n, int m) {
  void* arguments[] = {&a, &n};
  cudaLaunchKernel((void*)by_call<128>, dim3(blocks_for(n, 128)), dim3(128), arguments, 0, 0);
  dim3 block, grid;
  block = dim3(64);
  grid = dim3(n / 64);
  START(by_macro, grid, block, a, n);
  const dim3 shape(32, 8);
  launch(by_function, dim3(blocks_for(n, 32), (m + 7) / 8), shape, a, n, m);
}
