// Sorts, scans, elimination, pictures, random numbers, rows of sparse matrices.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>
__global__ void bitonic(int* v, int j, int k) {
  unsigned i = threadIdx.x + blockDim.x * blockIdx.x, other = i ^ j;
  if (other > i) {
    if ((i & k) == 0 && v[i] > v[other]) {
      int t = v[i];
      v[i] = v[other];
      v[other] = t;
    }
    if ((i & k) != 0 && v[i] < v[other]) {
      int t = v[i];
      v[i] = v[other];
      v[other] = t;
    }
  }
}
__global__ void bitonic_shared(int* v) {
  __shared__ int s[1024];
  int tid = threadIdx.x;
  s[tid] = v[blockIdx.x * 1024 + tid];
  __syncthreads();
  for (int k = 2; k <= 1024; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      int other = tid ^ j;
      if (other > tid) {
        int a = s[tid], b = s[other];
        if (((tid & k) == 0) == (a > b)) {
          s[tid] = b;
          s[other] = a;
        }
      }
      __syncthreads();
    }
  v[blockIdx.x * 1024 + tid] = s[tid];
}
__global__ void odd_even(int* v, int n, int phase) {
  int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + phase;
  if (i + 1 < n && v[i] > v[i + 1]) {
    int t = v[i];
    v[i] = v[i + 1];
    v[i + 1] = t;
  }
}
__global__ void hillis(const float* in, float* out, int n) {
  __shared__ float t[2][1024];
  int tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid, p = 0, q = 1;
  t[p][tid] = i < n ? in[i] : 0;
  __syncthreads();
  for (int o = 1; o < blockDim.x; o <<= 1) {
    if (tid >= o)
      t[q][tid] = t[p][tid] + t[p][tid - o];
    else
      t[q][tid] = t[p][tid];
    __syncthreads();
    p = 1 - p;
    q = 1 - q;
  }
  if (i < n) out[i] = t[p][tid];
}
__global__ void kogge(int* x, int* y, int n) {
  __shared__ int s[512];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    s[threadIdx.x] = x[i];
  else
    s[threadIdx.x] = 0;
  for (unsigned d = 1; d < blockDim.x; d *= 2) {
    __syncthreads();
    int t = 0;
    if (threadIdx.x >= d) t = s[threadIdx.x] + s[threadIdx.x - d];
    __syncthreads();
    if (threadIdx.x >= d) s[threadIdx.x] = t;
  }
  if (i < n) y[i] = s[threadIdx.x];
}
__global__ void blelloch(float* out, float* in, int n) {
  extern __shared__ float s[];
  int tid = threadIdx.x, offset = 1, base = blockIdx.x * n;
  s[2 * tid] = in[base + 2 * tid];
  s[2 * tid + 1] = in[base + 2 * tid + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (tid < d) {
      int a = offset * (2 * tid + 1) - 1, b = offset * (2 * tid + 2) - 1;
      s[b] += s[a];
    }
    offset *= 2;
  }
  if (tid == 0) s[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (tid < d) {
      int a = offset * (2 * tid + 1) - 1, b = offset * (2 * tid + 2) - 1;
      float t = s[a];
      s[a] = s[b];
      s[b] += t;
    }
  }
  __syncthreads();
  out[base + 2 * tid] = s[2 * tid];
  out[base + 2 * tid + 1] = s[2 * tid + 1];
}
__global__ void floyd(int* d, int n, int k) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    int via = d[i * n + k] + d[k * n + j];
    if (via < d[i * n + j]) d[i * n + j] = via;
  }
}
__global__ void eliminate(float* a, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y + k + 1,
      col = blockIdx.x * blockDim.x + threadIdx.x + k;
  if (row < n && col < n) a[row * n + col] -= a[row * n + k] / a[k * n + k] * a[k * n + col];
}
__global__ void mandel(int* out, int w, int h, int limit) {
  int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= w || py >= h) return;
  float cr = -2.0f + px * 3.0f / w, ci = -1.5f + py * 3.0f / h, zr = 0, zi = 0;
  int i = 0;
  while (zr * zr + zi * zi < 4.0f && i < limit) {
    float t = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = t;
    i++;
  }
  out[py * w + px] = i;
}
__global__ void pi_lcg(int* hits, int tries) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, in = 0;
  unsigned s = i * 747796405u + 2891336453u;
  for (int k = 0; k < tries; k++) {
    s = s * 1664525u + 1013904223u;
    float x = s / 4294967296.0f;
    s = s * 1664525u + 1013904223u;
    float y = s / 4294967296.0f;
    if (x * x + y * y <= 1.0f) in++;
  }
  hits[i] = in;
}
__global__ void pi_series(double* sums, long n) {
  long i = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
  double sum = 0;
  for (; i < n; i += step) {
    double x = (i + 0.5) / n;
    sum += 4.0 / (1.0 + x * x);
  }
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void kmeans(const float* x, const float* c, int* who, int n, int k, int dim) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float best = 1e30f;
  int at = 0;
  for (int j = 0; j < k; j++) {
    float d = 0;
    for (int f = 0; f < dim; f++) {
      float t = x[i * dim + f] - c[j * dim + f];
      d += t * t;
    }
    if (d < best) {
      best = d;
      at = j;
    }
  }
  who[i] = at;
}
__global__ void kmeans_xy(const float* x, const float* y, const float* cx, const float* cy,
                          int* who, int n, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float best = 3.4e38f;
  int at = 0;
  for (int j = 0; j < k; j++) {
    float d = sqrtf((x[i] - cx[j]) * (x[i] - cx[j]) + (y[i] - cy[j]) * (y[i] - cy[j]));
    if (d < best) {
      best = d;
      at = j;
    }
  }
  who[i] = at;
}
__global__ void spmv(const int* ptr, const int* idx, const float* val, const float* x, float* y,
                     int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n) {
    float dot = 0;
    for (int j = ptr[row]; j < ptr[row + 1]; j++) dot += val[j] * x[idx[j]];
    y[row] = dot;
  }
}
__global__ void matvec(const float* a, const float* x, float* y, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n) {
    float s = 0;
    for (int j = 0; j < n; j++) s += a[row * n + j] * x[j];
    y[row] = s;
  }
}
__global__ void grey(const unsigned char* rgb, unsigned char* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    int i = y * w + x;
    unsigned char r = rgb[3 * i], g = rgb[3 * i + 1], b = rgb[3 * i + 2];
    out[i] = 0.21f * r + 0.71f * g + 0.07f * b;
  }
}
__global__ void grey4(const uchar4* rgba, unsigned char* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    uchar4 p = rgba[y * w + x];
    out[y * w + x] = .299f * p.x + .587f * p.y + .114f * p.z;
  }
}
__global__ void blur(unsigned char* in, unsigned char* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    int sum = 0, count = 0;
    for (int i = -1; i <= 1; i++)
      for (int j = -1; j <= 1; j++) {
        int yy = y + i, xx = x + j;
        if (yy > -1 && yy < h && xx > -1 && xx < w) {
          sum += in[yy * w + xx];
          count++;
        }
      }
    out[y * w + x] = sum / count;
  }
}
__global__ void sobel(const unsigned char* in, unsigned char* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1) {
    int gx = -in[(y - 1) * w + x - 1] - 2 * in[y * w + x - 1] - in[(y + 1) * w + x - 1] +
             in[(y - 1) * w + x + 1] + 2 * in[y * w + x + 1] + in[(y + 1) * w + x + 1];
    int gy = -in[(y - 1) * w + x - 1] - 2 * in[(y - 1) * w + x] - in[(y - 1) * w + x + 1] +
             in[(y + 1) * w + x - 1] + 2 * in[(y + 1) * w + x] + in[(y + 1) * w + x + 1];
    int m = sqrtf(gx * gx + gy * gy);
    out[y * w + x] = m > 255 ? 255 : m;
  }
}
__global__ void black(float* call, float* put, const float* s, const float* k, const float* t,
                      int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float q = sqrtf(t[i]),
          d1 = (logf(s[i] / k[i]) + (0.02f + 0.5f * 0.3f * 0.3f) * t[i]) / (0.3f * q),
          d2 = d1 - 0.3f * q;
    float n1 = 0.5f * erfcf(-d1 * 0.70710678f), n2 = 0.5f * erfcf(-d2 * 0.70710678f),
          e = expf(-0.02f * t[i]);
    call[i] = s[i] * n1 - k[i] * e * n2;
    put[i] = k[i] * e * (1 - n2) - s[i] * (1 - n1);
  }
}
__global__ void primes(int* flags, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 2 || i >= n) return;
  int prime = 1;
  for (int d = 2; d * d <= i; d++)
    if (i % d == 0) {
      prime = 0;
      break;
    }
  flags[i] = prime;
}
__global__ void collatz(int* steps, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0 || i >= n) return;
  unsigned long long v = i;
  int s = 0;
  while (v != 1) {
    v = v % 2 ? 3 * v + 1 : v / 2;
    s++;
  }
  steps[i] = s;
}
__global__ void vadd(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
__global__ void softmax_row(const float* in, float* out, int n) {
  int row = blockIdx.x, tid = threadIdx.x;
  __shared__ float s[256];
  float m = -1e30f;
  for (int i = tid; i < n; i += 256) m = fmaxf(m, in[row * n + i]);
  s[tid] = m;
  __syncthreads();
  for (int k = 128; k > 0; k >>= 1) {
    if (tid < k) s[tid] = fmaxf(s[tid], s[tid + k]);
    __syncthreads();
  }
  m = s[0];
  __syncthreads();
  float sum = 0;
  for (int i = tid; i < n; i += 256) {
    float e = expf(in[row * n + i] - m);
    out[row * n + i] = e;
    sum += e;
  }
  s[tid] = sum;
  __syncthreads();
  for (int k = 128; k > 0; k >>= 1) {
    if (tid < k) s[tid] += s[tid + k];
    __syncthreads();
  }
  sum = s[0];
  for (int i = tid; i < n; i += 256) out[row * n + i] /= sum;
}
int main() {
  int n = 1 << 22, side = 2048;
  std::vector<int> h(n), ptr, idx;
  std::vector<float> f(n);
  for (auto& x : h) x = rand();
  for (auto& x : f) x = rand() / (float)RAND_MAX;
  ptr.push_back(0);
  for (int i = 0; i < 100000; i++) {
    int len = rand() % 60;
    for (int j = 0; j < len; j++) idx.push_back(rand() % 100000);
    ptr.push_back(idx.size());
  }
  int *a, *b, *p, *q;
  float *x, *y, *z;
  cudaMalloc(&a, 4 * n);
  cudaMalloc(&b, 16 * n);
  cudaMalloc(&x, 16 * n);
  cudaMalloc(&y, 4 * n);
  cudaMalloc(&z, 16 * n);
  cudaMalloc(&p, 4 * ptr.size());
  cudaMalloc(&q, 4 * idx.size());
  cudaMemcpy(p, ptr.data(), 4 * ptr.size(), cudaMemcpyHostToDevice);
  cudaMemcpy(q, idx.data(), 4 * idx.size(), cudaMemcpyHostToDevice);
  cudaMemcpy(a, h.data(), 4 * n, cudaMemcpyHostToDevice);
  cudaMemcpy(x, f.data(), 4 * n, cudaMemcpyHostToDevice);
  cudaMemcpy(y, f.data(), 4 * n, cudaMemcpyHostToDevice);
  bitonic<<<n / 512, 512>>>(a, 1, 2);
  bitonic<<<n / 512, 512>>>(a, 2, 4);
  bitonic<<<n / 512, 512>>>(a, 4096, 8192);
  bitonic_shared<<<n / 1024, 1024>>>(a);
  odd_even<<<n / 512, 256>>>(a, n, 0);
  hillis<<<n / 1024, 1024>>>(x, z, n);
  kogge<<<n / 512, 512>>>(a, b, n);
  blelloch<<<n / 512, 256, 2048>>>(z, x, 512);
  dim3 b16(16, 16), g16(side / 16, side / 16);
  floyd<<<g16, b16>>>(a, side, 7);
  eliminate<<<g16, b16>>>(x, side, 3);
  mandel<<<g16, b16>>>(b, side, side, 256);
  pi_lcg<<<256, 256>>>(b, 10000);
  pi_series<<<512, 256>>>((double*)z, 100000000);
  kmeans<<<1024, 256>>>(x, y, b, 262144, 16, 16);
  kmeans_xy<<<n / 256, 256>>>(x, y, x, y, b, n, 32);
  spmv<<<(100000 + 255) / 256, 256>>>(p, q, x, y, z, 100000);
  matvec<<<side / 256, 256>>>(x, y, z, side);
  grey<<<g16, b16>>>((unsigned char*)x, (unsigned char*)b, side, side);
  grey4<<<g16, b16>>>((uchar4*)x, (unsigned char*)b, side, side);
  blur<<<g16, b16>>>((unsigned char*)x, (unsigned char*)b, side, side);
  sobel<<<g16, b16>>>((unsigned char*)x, (unsigned char*)b, side, side);
  black<<<n / 256, 256>>>(z, z + n, x, y, y, n);
  primes<<<n / 256, 256>>>(b, 1 << 20);
  collatz<<<4096, 256>>>(b, 1 << 20);
  vadd<<<n / 256, 256>>>(x, y, z, n);
  softmax_row<<<2048, 256>>>(x, z, 2048);
  cudaDeviceSynchronize();
}
