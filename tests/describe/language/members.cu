// describe: --launch 'grid=[4096] block=[256]' -D n=1Mi
// Members of an aligned structure are loaded with what lies between, and stored where they are whole.
struct Plain {
  float x, y, z, w;
};
__global__ void move(float4* at, const float4* speed, float t, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  at[i].x += t * speed[i].x;
  at[i].y += t * speed[i].y;
  at[i].z += t * speed[i].z;
}
__global__ void ends(const float4* a, float* sum) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  sum[i] = a[i].x * a[i].w;
}
__global__ void inside(const float4* a, float* sum) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  sum[i] = a[i].y * a[i].z;
}
__global__ void pairs(const double2* a, float2* b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i].x = static_cast<float>(a[i].x + a[i].y);
  b[i].y = static_cast<float>(a[i].x - a[i].y);
}
__global__ void plain(const Plain* a, float* sum) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  sum[i] = a[i].x + a[i].y + a[i].z + a[i].w;
}
