// CUDA code of the kernel library, one function per descriptor and variant; compiled with nvcc 13.0
// -O3 it has the registers and operations that the descriptors state.
#define R __restrict__
#define GX (blockIdx.x * blockDim.x + threadIdx.x)
#define GY (blockIdx.y * blockDim.y + threadIdx.y)
#define GZ (blockIdx.z * blockDim.z + threadIdx.z)
#define K extern "C" __global__ void
// ---------- streams
K copy(const float* R a, float* R b, int N) {
  int i = GX;
  if (i < N) b[i] = a[i];
}
K copy_vec4(const float4* R a, float4* R b, int N) {
  int i = GX;
  if (i < N / 4) b[i] = a[i];
}
template <int U>
__device__ void copy_el(const float* R a, float* R b, int N) {
  int first = blockIdx.x * blockDim.x * U + threadIdx.x;
  float v[U];
#pragma unroll
  for (int u = 0; u < U; u++) {
    int i = first + u * blockDim.x;
    if (i < N) v[u] = a[i];
  }
#pragma unroll
  for (int u = 0; u < U; u++) {
    int i = first + u * blockDim.x;
    if (i < N) b[i] = v[u];
  }
}
K copy_el1(const float* R a, float* R b, int N) {
  copy_el<1>(a, b, N);
}
K copy_el2(const float* R a, float* R b, int N) {
  copy_el<2>(a, b, N);
}
K copy_el4(const float* R a, float* R b, int N) {
  copy_el<4>(a, b, N);
}
K copy_el8(const float* R a, float* R b, int N) {
  copy_el<8>(a, b, N);
}
K copy_el16(const float* R a, float* R b, int N) {
  copy_el<16>(a, b, N);
}
K fill(float* R a, float s, int N) {
  int i = GX;
  if (i < N) a[i] = s;
}
K triad(double* R a, const double* R b, const double* R c, double s, int N) {
  int i = GX;
  if (i < N) a[i] = b[i] + s * c[i];
}
K saxpy(const float* R x, float* R y, float a, int N) {
  int i = GX;
  if (i < N) y[i] = a * x[i] + y[i];
}
K scale(double* R a, const double* R b, double s, int N) {
  int i = GX;
  if (i < N) a[i] = s * b[i];
}
K copy_strided(const float* R a, float* R b, int st, int N) {
  int i = GX;
  if (i < N) b[i] = a[(long)i * st];
}
K copy_strided_int(const float* R a, float* R b, int st, int N) {
  int i = GX;
  if (i < N) b[i] = a[i * st];
}
K gather(const float* R a, const int* R ix, float* R b, int N) {
  int i = GX;
  if (i < N) b[i] = a[ix[i]];
}
K scatter(const float* R a, const int* R ix, float* R b, int N) {
  int i = GX;
  if (i < N) b[ix[i]] = a[i];
}
struct rack {
  float a, b, c;
};
K rack_aos(rack* R r, int n) {
  int t = GX;
  if (t < n) r[t].c = 2 * (r[t].a + r[t].b);
}
K rack_soa(const float* R a, const float* R b, float* R c, int n) {
  int t = GX;
  if (t < n) c[t] = 2 * (a[t] + b[t]);
}
K split_first(const double* R a, const double* R b, double* R c, double s, int N) {
  int i = GX;
  if (i < N) c[i] = a[i] + s * b[i];
}
K split_second(const double* R b, const double* R c, double* R d, int N) {
  int i = GX;
  if (i < N) d[i] = b[i] * c[i];
}
K fused(const double* R a, const double* R b, double* R c, double* R d, double s, int N) {
  int i = GX;
  if (i < N) {
    double v = a[i] + s * b[i];
    c[i] = v;
    d[i] = v * b[i];
  }
}
// ---------- reductions
__device__ inline float wsum(float v) {
#pragma unroll
  for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(~0u, v, o);
  return v;
}
__device__ inline double wsum(double v) {
#pragma unroll
  for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(~0u, v, o);
  return v;
}
K dot(const double* R x, const double* R y, double* R partial, int N) {
  __shared__ double s[32];
  double v = 0;
  for (int k = GX; k < N; k += gridDim.x * blockDim.x) v += x[k] * y[k];
  v = wsum(v);
  int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
  if (lane == 0) s[w] = v;
  __syncthreads();
  if (w == 0) {
    v = lane < blockDim.x / 32 ? s[lane] : 0;
    v = wsum(v);
    if (lane == 0) partial[blockIdx.x] = v;
  }
}
K reduce(const float* R a, float* R partial, int n) {
  __shared__ float s[32];
  float v = 0;
  for (int k = GX; k < n; k += gridDim.x * blockDim.x) v += a[k];
  v = wsum(v);
  int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
  if (lane == 0) s[w] = v;
  __syncthreads();
  if (w == 0) {
    v = lane < blockDim.x / 32 ? s[lane] : 0;
    v = wsum(v);
    if (lane == 0) partial[blockIdx.x] = v;
  }
}
K reduce_tree(const float* R a, float* R partial, int n) {
  extern __shared__ float s_[];
  float* s = s_;
  int i = GX;
  s[threadIdx.x] = i < n ? a[i] : 0;
  __syncthreads();
  for (int h = blockDim.x / 2; h > 0; h >>= 1) {
    if (threadIdx.x < h) s[threadIdx.x] += s[threadIdx.x + h];
    __syncthreads();
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = s[0];
}
K readk(const float* R a, float* R out, int n) {
  float v = 0;
  for (int k = GX; k < n; k += gridDim.x * blockDim.x) v += a[k];
  if (v == 12345.678f) out[0] = v;
}
// ---------- stencils
K jacobi2d(const double* R U, double* R V, int n, int m) {
  int j = GX, i = GY;
  if (i > 0 && i < n - 1 && j > 0 && j < m - 1)
    V[i * m + j] =
        0.25 * (U[i * m + j - 1] + U[i * m + j + 1] + U[(i - 1) * m + j] + U[(i + 1) * m + j]);
}
K jacobi2d_max(const double* R U, double* R V, double* R err, int n, int m) {
  __shared__ double s[32];
  int j = GX, i = GY;
  double e = 0;
  if (i > 0 && i < n - 1 && j > 0 && j < m - 1) {
    double v =
        0.25 * (U[i * m + j - 1] + U[i * m + j + 1] + U[(i - 1) * m + j] + U[(i + 1) * m + j]);
    V[i * m + j] = v;
    e = fabs(v - U[i * m + j]);
  }
#pragma unroll
  for (int o = 16; o > 0; o >>= 1) e = fmax(e, __shfl_down_sync(~0u, e, o));
  int t = threadIdx.y * blockDim.x + threadIdx.x, lane = t & 31, w = t >> 5,
      nw = blockDim.x * blockDim.y / 32;
  if (lane == 0) s[w] = e;
  __syncthreads();
  if (w == 0) {
    e = lane < nw ? s[lane] : 0;
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) e = fmax(e, __shfl_down_sync(~0u, e, o));
    if (lane == 0) atomicMax((unsigned long long*)err, __double_as_longlong(e));
  }
}
K stencil1d(const double* R a, double* R b, int n) {
  int i = GX;
  if (i > 0 && i < n - 1) b[i] = a[i - 1] + a[i] + a[i + 1];
}
K stencil1d_5(const double* R a, double* R b, int n) {
  int i = GX;
  if (i > 1 && i < n - 2) b[i] = a[i - 2] + a[i - 1] + a[i] + a[i + 1] + a[i + 2];
}
#define vl(x, y, z) (Te_in[sizeX * sizeY * (z) + sizeX * (y) + (x)])
#define lv(x, y, z)                                                              \
  (1.f * (-lam) *                                                                \
   (-(vl(x + 1, y, z) + vl(x - 1, y, z)) - (vl(x, y + 1, z) + vl(x, y - 1, z)) - \
    (vl(x, y, z + 1) + vl(x, y, z - 1)) + 6 * vl(x, y, z)) *                     \
   dt)
K heat3d(float* Te_out, float* Te_in, float* Cp, int sizeX, int sizeY, int sizeZ, float dx,
         float dy, float dz, float dt, float lam) {
  const int i = GX, j = GY, k = GZ;
  if ((i > 0) && (i < (sizeX - 1)) && (j > 0) && (j < (sizeY - 1)) && (k > 0) && (k < (sizeZ - 1)))
    Te_out[sizeX * sizeY * (k) + sizeX * (j) + (i)] = vl(i, j, k) + lv(i, j, k);
}
K heat3d_ro(float* R Te_out, const float* R Te_in, const float* R Cp, const int sizeX,
            const int sizeY, const int sizeZ, const float dx, const float dy, const float dz,
            const float dt, const float lam) {
  const int i = GX, j = GY, k = GZ;
  if ((i > 0) && (i < (sizeX - 1)) && (j > 0) && (j < (sizeY - 1)) && (k > 0) && (k < (sizeZ - 1)))
    Te_out[sizeX * sizeY * (k) + sizeX * (j) + (i)] = vl(i, j, k) + lv(i, j, k);
}
K heat3d_z(float* R Te_out, const float* R Te_in, const float* R Cp, const int sizeX,
           const int sizeY, const int sizeZ, const float dx, const float dy, const float dz,
           const float dt, const float lam) {
  int i = GX, j = GY, k = GZ * 4;
#pragma unroll
  for (int step = 0; step < 4; ++step) {
    if ((i > 0) && (i < (sizeX - 1)) && (j > 0) && (j < (sizeY - 1)) && (k > 0) &&
        (k < (sizeZ - 1)))
      Te_out[sizeX * sizeY * (k) + sizeX * (j) + (i)] = vl(i, j, k) + lv(i, j, k);
    k++;
  }
}
// ---------- transposes 32x32 tiles, 32x8 threads
K transpose_naive(const float* R a, float* R b, int n) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
  for (int k = 0; k < 32; k += 8) b[x * n + y + k] = a[(y + k) * n + x];
}
template <int P>
__device__ void tr(const float* R a, float* R b, int n) {
  __shared__ float t[32][32 + P];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
  for (int k = 0; k < 32; k += 8) t[threadIdx.y + k][threadIdx.x] = a[(y + k) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
  for (int k = 0; k < 32; k += 8) b[(y + k) * n + x] = t[threadIdx.x][threadIdx.y + k];
}
K transpose_tiled(const float* R a, float* R b, int n) {
  tr<0>(a, b, n);
}
K transpose_padded(const float* R a, float* R b, int n) {
  tr<1>(a, b, n);
}
// ---------- matmul
template <class T>
__device__ void mmn(const T* R A, const T* R B, T* R C, int n) {
  int c = GX, r = GY;
  if (r < n && c < n) {
    T s = 0;
    for (int k = 0; k < n; k++) s += A[r * n + k] * B[k * n + c];
    C[r * n + c] = s;
  }
}
K matmul_naive_f32(const float* R A, const float* R B, float* R C, int n) {
  mmn(A, B, C, n);
}
K matmul_naive_f64(const double* R A, const double* R B, double* R C, int n) {
  mmn(A, B, C, n);
}
template <class T, int S>
__device__ void mmt(const T* R A, const T* R B, T* R C, int n) {
  __shared__ T a[S][S], b[S][S];
  int tx = threadIdx.x, ty = threadIdx.y, r = blockIdx.y * S + ty, c = blockIdx.x * S + tx;
  T s = 0;
  for (int t = 0; t < n / S; t++) {
    a[ty][tx] = A[r * n + t * S + tx];
    b[ty][tx] = B[(t * S + ty) * n + c];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < S; k++) s += a[ty][k] * b[k][tx];
    __syncthreads();
  }
  C[r * n + c] = s;
}
K matmul_tiled16_f32(const float* R A, const float* R B, float* R C, int n) {
  mmt<float, 16>(A, B, C, n);
}
K matmul_tiled32_f32(const float* R A, const float* R B, float* R C, int n) {
  mmt<float, 32>(A, B, C, n);
}
K matmul_tiled16_f64(const double* R A, const double* R B, double* R C, int n) {
  mmt<double, 16>(A, B, C, n);
}
K matmul_tiled32_f64(const double* R A, const double* R B, double* R C, int n) {
  mmt<double, 32>(A, B, C, n);
}
// ---------- nbody
K nbody(const float4* R p, float4* R acc, int n, float eps2) {
  __shared__ float4 s[256];
  int i = GX;
  float4 me = p[i];
  float ax = 0, ay = 0, az = 0;
  for (int t = 0; t < n; t += 256) {
    s[threadIdx.x] = p[t + threadIdx.x];
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < 256; k++) {
      float4 o = s[k];
      float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
      float d2 = dx * dx + dy * dy + dz * dz + eps2;
      float inv = rsqrtf(d2);
      float f = o.w * inv * inv * inv;
      ax += dx * f;
      ay += dy * f;
      az += dz * f;
    }
    __syncthreads();
  }
  acc[i] = make_float4(ax, ay, az, 0);
}
K nbody_plain(const float4* R p, float4* R acc, int n, float eps2) {
  __shared__ float4 s[256];
  int i = GX;
  float4 me = p[i];
  float ax = 0, ay = 0, az = 0;
  for (int t = 0; t < n; t += 256) {
    s[threadIdx.x] = p[t + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 256; k++) {
      float4 o = s[k];
      float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
      float d2 = dx * dx + dy * dy + dz * dz + eps2;
      float inv = rsqrtf(d2);
      float f = o.w * inv * inv * inv;
      ax += dx * f;
      ay += dy * f;
      az += dz * f;
    }
    __syncthreads();
  }
  acc[i] = make_float4(ax, ay, az, 0);
}
// ---------- histogram
K histogram_global(const unsigned* R a, unsigned* R h, unsigned bins, int n) {
  int i = GX;
  if (i < n) atomicAdd(&h[a[i] % bins], 1u);
}
K histogram_global_plain(const int* R a, unsigned* R h, int n) {
  int i = GX;
  if (i < n) atomicAdd(&h[a[i]], 1u);
}
K histogram_shared(const unsigned* R a, unsigned* R h, unsigned bins, int n) {
  extern __shared__ float s_[];
  unsigned* s = (unsigned*)s_;
  for (int b = threadIdx.x; b < bins; b += blockDim.x) s[b] = 0;
  __syncthreads();
  for (int k = GX; k < n; k += gridDim.x * blockDim.x) atomicAdd(&s[a[k] % bins], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&h[b], s[b]);
}
// ---------- spmv
K spmv_scalar(const int* R rp, const int* R col, const double* R val, const double* R x,
              double* R y, int n) {
  int r = GX;
  if (r < n) {
    double s = 0;
    int e = rp[r + 1];
    for (int k = rp[r]; k < e; k++) s += val[k] * x[col[k]];
    y[r] = s;
  }
}
template <int L>
__device__ void spv(const int* R rp, const int* R col, const double* R val, const double* R x,
                    double* R y, int n) {
  int r = GX / L, l = threadIdx.x % L;
  if (r < n) {
    double s = 0;
    int e = rp[r + 1];
    for (int k = rp[r] + l; k < e; k += L) s += val[k] * x[col[k]];
#pragma unroll
    for (int o = L / 2; o > 0; o >>= 1) s += __shfl_down_sync(~0u, s, o, L);
    if (l == 0) y[r] = s;
  }
}
K spmv_v8(const int* R rp, const int* R col, const double* R val, const double* R x, double* R y,
          int n) {
  spv<8>(rp, col, val, x, y, n);
}
K spmv_v32(const int* R rp, const int* R col, const double* R val, const double* R x, double* R y,
           int n) {
  spv<32>(rp, col, val, x, y, n);
}
// ---------- mandelbrot
K mandelbrot(unsigned char* R img, int W, int H, int y0, double xmin, double ymin, double dx,
             double dy, int iters) {
  int px = GX, py = GY + y0;
  if (px < W && py < H) {
    double cx = xmin + px * dx, cy = ymin + py * dy, x = 0, y = 0;
    int i;
    for (i = 0; x * x + y * y < 4.0 && i < iters; i++) {
      double t = x * x - y * y + cx;
      y = 2 * x * y + cy;
      x = t;
    }
    img[(long)py * W + px] = (double)255 * i / iters;
  }
}
// ---------- fma chains
template <class T, int I>
__device__ void chains(T* out, T a, T b, int iters) {
  T x[I];
#pragma unroll
  for (int c = 0; c < I; c++) x[c] = threadIdx.x + c;
  for (int k = 0; k < iters; k++) {
#pragma unroll
    for (int c = 0; c < I; c++) x[c] = x[c] * a + b;
  }
  T s = 0;
#pragma unroll
  for (int c = 0; c < I; c++) s += x[c];
  if (s == (T)12345.678) out[GX] = s;
}
K fma_f32_1(float* o, float a, float b, int it) {
  chains<float, 1>(o, a, b, it);
}
K fma_f32_4(float* o, float a, float b, int it) {
  chains<float, 4>(o, a, b, it);
}
K fma_f64_1(double* o, double a, double b, int it) {
  chains<double, 1>(o, a, b, it);
}
K fma_f64_4(double* o, double a, double b, int it) {
  chains<double, 4>(o, a, b, it);
}
K expk(float* o, float a, int it) {
  float x[4];
#pragma unroll
  for (int c = 0; c < 4; c++) x[c] = threadIdx.x + c;
  for (int k = 0; k < it; k++) {
#pragma unroll
    for (int c = 0; c < 4; c++) x[c] = expf(x[c]);
  }
  float s = x[0] + x[1] + x[2] + x[3];
  if (s == 12345.678f) o[GX] = s;
}
K expk1(float* o, float a, int it) {
  float x = threadIdx.x;
  for (int k = 0; k < it; k++) x = expf(x);
  if (x == 12345.678f) o[GX] = x;
}
K intensity(const float* R a, float* R b, float c, float d, int iters, int n) {
  int i = GX;
  if (i < n) {
    float v = a[i];
    for (int k = 0; k < iters; k++) v = v * c + d;
    b[i] = v;
  }
}
K smem_stride(int* R out, int st, int iters) {
  __shared__ int s[8192];
  for (int k = threadIdx.x; k < 8192; k += blockDim.x) s[k] = 0;
  __syncthreads();
  int v = (threadIdx.x * st) & 8191;
  int p = v;
  for (int k = 0; k < iters; k++) p = v + s[p];
  if (p == -1) out[0] = p;
}
// ---------- LMA
#define NDF1 27
#define NDF2 24
__device__ __noinline__ void lma_fused_code(int k, int cell, int nl, int ndf1, int ndf2,
                                            const double* matrix, const double* x, double* lhs,
                                            const int* map1, const int* map2, int ncell3d) {
  int ik = cell * nl + k;
  for (int df = 0; df < ndf1; df++) {
    double s = 0;
    for (int d2 = 0; d2 < ndf2; d2++)
      s += matrix[df + ndf1 * (d2 + (long)ndf2 * ik)] * x[map2[d2] + k];
    lhs[map1[df] + k] += s;
  }
}
K lma_original(const int* cmap, int nl, int ndf1, int ndf2, const double* matrix, const double* x,
               double* lhs, const int* map1, const int* map2) {
  int cell = cmap[blockIdx.x];
  for (int k = threadIdx.x; k < nl; k += blockDim.x) {
    double e[NDF1];
    for (int df = 0; df < ndf1; df++) e[df] = 0;
    int ik = cell * nl + k;
    const int *m1 = map1 + (long)cell * ndf1, *m2 = map2 + (long)cell * ndf2;
    for (int df = 0; df < ndf1; df++)
      for (int d2 = 0; d2 < ndf2; d2++)
        e[df] = e[df] + matrix[df + ndf1 * (d2 + (long)ndf2 * ik)] * x[m2[d2] + k];
    for (int df = 0; df < ndf1; df++) lhs[m1[df] + k] += e[df];
  }
}
K lma_fused(const int* cmap, int nl, int ndf1, int ndf2, const double* matrix, const double* x,
            double* lhs, const int* map1, const int* map2) {
  int cell = cmap[blockIdx.x];
  const int *m1 = map1 + (long)cell * ndf1, *m2 = map2 + (long)cell * ndf2;
  for (int k = threadIdx.x; k < nl; k += blockDim.x) {
    int ik = cell * nl + k;
    for (int df = 0; df < ndf1; df++) {
      double s = 0;
      for (int d2 = 0; d2 < ndf2; d2++)
        s += matrix[df + ndf1 * (d2 + (long)ndf2 * ik)] * x[m2[d2] + k];
      lhs[m1[df] + k] += s;
    }
  }
}
K lma_collapsed(const int* cmap, int nl, int ndf1, int ndf2, const double* R matrix,
                const double* R x, double* R lhs, const int* R map1, const int* R map2) {
  int cell = cmap[blockIdx.x];
  const int *m1 = map1 + (long)cell * ndf1, *m2 = map2 + (long)cell * ndf2;
  for (int t = threadIdx.x; t < nl * ndf1; t += blockDim.x) {
    int k = t / ndf1, df = t % ndf1;
    int ik = cell * nl + k;
    double s = 0;
    for (int d2 = 0; d2 < ndf2; d2++)
      s += matrix[df + ndf1 * (d2 + (long)ndf2 * ik)] * x[m2[d2] + k];
    atomicAdd(&lhs[m1[df] + k], s);
  }
}
K lma_single(int ncell, int nl, int ndf1, int ndf2, const double* R matrix, const double* R x,
             double* R lhs, const int* R map1, const int* R map2) {
  int cell = blockIdx.x;
  const int *m1 = map1 + (long)cell * ndf1, *m2 = map2 + (long)cell * ndf2;
  for (int t = threadIdx.x; t < nl * ndf1; t += blockDim.x) {
    int k = t / ndf1, df = t % ndf1;
    int ik = cell * nl + k;
    double s = 0;
    for (int d2 = 0; d2 < ndf2; d2++)
      s += matrix[df + ndf1 * (d2 + (long)ndf2 * ik)] * x[m2[d2] + k];
    atomicAdd(&lhs[m1[df] + k], s);
  }
}
// ---------- rows
__device__ inline float wmax(float v) {
#pragma unroll
  for (int o = 16; o > 0; o >>= 1) v = fmaxf(v, __shfl_xor_sync(~0u, v, o));
  return v;
}
__device__ inline float wxsum(float v) {
#pragma unroll
  for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(~0u, v, o);
  return v;
}
template <bool MAX>
__device__ inline float breduce(float v, float* s, int lane, int w, int nw) {
  v = MAX ? wmax(v) : wxsum(v);
  if (lane == 0) s[w] = v;
  __syncthreads();
  v = lane < nw ? s[lane] : (MAX ? -1e30f : 0.f);
  v = MAX ? wmax(v) : wxsum(v);
  __syncthreads();
  return v;
}
K softmax(const float* R x, float* R y, int cols) {
  __shared__ float s[32];
  const float* row = x + (long)blockIdx.x * cols;
  float* out = y + (long)blockIdx.x * cols;
  int lane = threadIdx.x & 31, w = threadIdx.x >> 5, nw = blockDim.x >> 5;
  float m = -1e30f;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) m = fmaxf(m, row[c]);
  m = breduce<true>(m, s, lane, w, nw);
  float t = 0;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) t += expf(row[c] - m);
  t = breduce<false>(t, s, lane, w, nw);
  float inv = 1.f / t;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) out[c] = expf(row[c] - m) * inv;
}
K layernorm(const float* R x, const float* R g, const float* R b, float* R y, int cols, float eps) {
  __shared__ float s[32];
  const float* row = x + (long)blockIdx.x * cols;
  float* out = y + (long)blockIdx.x * cols;
  int lane = threadIdx.x & 31, w = threadIdx.x >> 5, nw = blockDim.x >> 5;
  float m = 0, q = 0;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) {
    float v = row[c];
    m += v;
    q += v * v;
  }
  m = breduce<false>(m, s, lane, w, nw);
  q = breduce<false>(q, s, lane, w, nw);
  m /= cols;
  float r = rsqrtf(q / cols - m * m + eps);
  for (int c = threadIdx.x; c < cols; c += blockDim.x) out[c] = (row[c] - m) * r * g[c] + b[c];
}
// ---------- convolution
__constant__ float W2[25];
__constant__ float W3[27];
K conv2d(const float* R a, float* R b, int n, int m) {
  int x = GX, y = GY;
  if (y >= 2 && y < n - 2 && x >= 2 && x < m - 2) {
    float s = 0;
#pragma unroll
    for (int i = 0; i < 5; i++)
#pragma unroll
      for (int j = 0; j < 5; j++) s += W2[i * 5 + j] * a[(y + i - 2) * m + x + j - 2];
    b[y * m + x] = s;
  }
}
K conv3d(const float* R a, float* R b, int n) {
  int x = GX, y = GY, z = GZ;
  if (z >= 1 && z < n - 1 && y >= 1 && y < n - 1 && x >= 1 && x < n - 1) {
    float s = 0;
#pragma unroll
    for (int k = 0; k < 3; k++)
#pragma unroll
      for (int i = 0; i < 3; i++)
#pragma unroll
        for (int j = 0; j < 3; j++)
          s += W3[(k * 3 + i) * 3 + j] * a[((z + k - 1) * n + y + i - 1) * n + x + j - 1];
    b[(z * n + y) * n + x] = s;
  }
}
// ---------- scan
K scan_blocks(const float* R a, float* R b, float* R sums, int n) {
  __shared__ float s[32];
  int i = GX, lane = threadIdx.x & 31, w = threadIdx.x >> 5, nw = blockDim.x >> 5;
  float v = i < n ? a[i] : 0;
#pragma unroll
  for (int o = 1; o < 32; o <<= 1) {
    float t = __shfl_up_sync(~0u, v, o);
    if (lane >= o) v += t;
  }
  if (lane == 31) s[w] = v;
  __syncthreads();
  if (w == 0) {
    float t = lane < nw ? s[lane] : 0;
#pragma unroll
    for (int o = 1; o < 32; o <<= 1) {
      float u = __shfl_up_sync(~0u, t, o);
      if (lane >= o) t += u;
    }
    if (lane < nw) s[lane] = t;
  }
  __syncthreads();
  if (w > 0) v += s[w - 1];
  if (i < n) b[i] = v;
  if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = v;
}
K scan_add(float* R b, const float* R sums, int n) {
  int i = GX;
  if (i < n && blockIdx.x > 0) b[i] += sums[blockIdx.x - 1];
}
// ---------- remote accumulation
K accumulate_remote(double* results, const double* f, int N, int iters) {
  int i = GX;
  if (i < N)
    for (int k = 0; k < iters; k++) results[i] += f[k];
}
K accumulate_local(double* R results, const double* R f, int N, int iters) {
  int i = GX;
  if (i < N) {
    double v = results[i];
    for (int k = 0; k < iters; k++) v += f[k];
    results[i] = v;
  }
}

K jacobi2d_copy(double* R U, const double* R V, int n, int m) {
  int j = GX, i = GY;
  if (i > 0 && i < n - 1 && j > 0 && j < m - 1) U[i * m + j] = V[i * m + j];
}
template <int U>
__device__ void rd(const float* R a, float* R out, int n) {
  int first = blockIdx.x * blockDim.x * U + threadIdx.x;
  float v[U], s = 0;
#pragma unroll
  for (int u = 0; u < U; u++) {
    int i = first + u * blockDim.x;
    v[u] = i < n ? a[i] : 0;
  }
#pragma unroll
  for (int u = 0; u < U; u++) s += v[u];
  if (s == 12345.678f) out[0] = s;
}
K read_el4(const float* R a, float* R o, int n) {
  rd<4>(a, o, n);
}
K read_el16(const float* R a, float* R o, int n) {
  rd<16>(a, o, n);
}
K spmv_irregular(const int* R start, const int* R len, const int* R col, const double* R val,
                 const double* R x, double* R y, int n) {
  int r = GX;
  if (r < n) {
    double s = 0;
    int b = start[r], l = len[r];
    for (int k = 0; k < l; k++) s += val[b + k] * x[col[b + k]];
    y[r] = s;
  }
}
K dot4(const double* R x, const double* R y, double* R partial, long N) {
  __shared__ double s[32];
  double v = 0;
  for (long k = GX; k < N; k += gridDim.x * blockDim.x) v += x[k] * y[k];
  v = wsum(v);
  int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
  if (lane == 0) s[w] = v;
  __syncthreads();
  if (w == 0) {
    v = lane < blockDim.x / 32 ? s[lane] : 0;
    v = wsum(v);
    if (lane == 0) partial[blockIdx.x] = v;
  }
}
K smem_stride_f(float* R out, int st, int iters) {
  __shared__ float s[12288];
  for (int k = threadIdx.x; k < 12288; k += blockDim.x) s[k] = 0;
  __syncthreads();
  int p = (threadIdx.x * st) % 12288;
  for (int k = 0; k < iters; k++) p += __float_as_int(s[p]);
  if (p == -1) out[0] = p;
}
K conv2d_shared(const float* R a, float* R b, int n, int m) {
  __shared__ float t[20][36];
  int x = GX, y = GY, tx = threadIdx.x, ty = threadIdx.y;
  for (int i = ty; i < 20; i += 16)
    for (int j = tx; j < 36; j += 32) {
      int gy = blockIdx.y * 16 + i - 2, gx = blockIdx.x * 32 + j - 2;
      t[i][j] = (gy >= 0 && gy < n && gx >= 0 && gx < m) ? a[gy * m + gx] : 0;
    }
  __syncthreads();
  if (y < n && x < m) {
    float s = 0;
#pragma unroll
    for (int i = 0; i < 5; i++)
#pragma unroll
      for (int j = 0; j < 5; j++) s += W2[i * 5 + j] * t[ty + i][tx + j];
    b[y * m + x] = s;
  }
}
