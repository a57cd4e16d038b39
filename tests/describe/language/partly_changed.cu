// describe: -D n=1Mi -D m=8 --launch 'grid=[ceil_div(n, 256)] block=[256]'
struct __align__(16) Particle {
  float x, y, z;
  int cell;
};
struct Pair {
  double weight;
  int from, to;
};

__global__ void one_member(const float4* a, float4* b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 v = a[i];
  v.x += 1;
  b[i] = v;
}

__global__ void halves(const float2* a, double2* b, const int4* c, int4* d, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float2 u = a[i];
  double2 v = b[i];
  v.y *= u.x;
  b[i] = v;
  int4 w = c[i];
  w.z = i;
  d[i] = w;
}

__global__ void opaque(const uchar4* a, uchar4* b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uchar4 v = a[i];
  v.w = 255;
  b[i] = v;
}

__global__ void moved(const Particle* a, Particle* b, const float* speed, int n, int m) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Particle p = a[i];
  for (int k = 0; k < m; ++k) p.x += speed[k];
  b[i] = p;
}

__global__ void as_vector(const float* a, float* b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n / 4) return;
  float4 v = reinterpret_cast<const float4*>(a)[i];
  v.x += 1;
  v.w *= 2;
  reinterpret_cast<float4*>(b)[i] = v;
}

__global__ void different_sizes(const Pair* a, Pair* b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  // In one line: a store of several parts may bear that of any, or of what is behind them.
  // clang-format off
  Pair p = a[i]; p.to = i; b[i] = p; }
// clang-format on

__global__ void in_shared_memory(const float4* a, float4* b) {
  __shared__ float4 tile[256];
  const int t = threadIdx.x;
  const int i = blockIdx.x * 256 + t;
  tile[t] = a[i];
  __syncthreads();
  float4 v = tile[255 - t];
  v.y = 0;
  b[i] = v;
}
