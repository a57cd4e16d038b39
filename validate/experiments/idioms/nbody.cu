// Forces between bodies: of structures, of vectors, by tiles.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#define SOFT 1e-9f
struct Body {
  float x, y, z, vx, vy, vz;
};
__global__ void simple(Body* p, float dt, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) {
    float fx = 0, fy = 0, fz = 0;
    for (int j = 0; j < n; j++) {
      float dx = p[j].x - p[i].x, dy = p[j].y - p[i].y, dz = p[j].z - p[i].z;
      float d = dx * dx + dy * dy + dz * dz + SOFT, inv = rsqrtf(d), inv3 = inv * inv * inv;
      fx += dx * inv3;
      fy += dy * inv3;
      fz += dz * inv3;
    }
    p[i].vx += dt * fx;
    p[i].vy += dt * fy;
    p[i].vz += dt * fz;
  }
}
__global__ void tile4(float4* p, float4* v, float dt, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) {
    float fx = 0, fy = 0, fz = 0;
    for (int tile = 0; tile < gridDim.x; tile++) {
      __shared__ float3 s[256];
      float4 t = p[tile * blockDim.x + threadIdx.x];
      s[threadIdx.x] = make_float3(t.x, t.y, t.z);
      __syncthreads();
      for (int j = 0; j < 256; j++) {
        float dx = s[j].x - p[i].x, dy = s[j].y - p[i].y, dz = s[j].z - p[i].z;
        float d = dx * dx + dy * dy + dz * dz + SOFT, inv = rsqrtf(d), inv3 = inv * inv * inv;
        fx += dx * inv3;
        fy += dy * inv3;
        fz += dz * inv3;
      }
      __syncthreads();
    }
    v[i].x += dt * fx;
    v[i].y += dt * fy;
    v[i].z += dt * fz;
  }
}
__device__ float3 interact(float4 bi, float4 bj, float3 ai) {
  float3 r;
  r.x = bj.x - bi.x;
  r.y = bj.y - bi.y;
  r.z = bj.z - bi.z;
  float d = r.x * r.x + r.y * r.y + r.z * r.z + 0.01f;
  float six = d * d * d, inv = 1.0f / sqrtf(six), s = bj.w * inv;
  ai.x += r.x * s;
  ai.y += r.y * s;
  ai.z += r.z * s;
  return ai;
}
__global__ void gems(float4* p, float4* a, int n) {
  extern __shared__ float4 s[];
  int gtid = blockIdx.x * blockDim.x + threadIdx.x;
  float4 mine = p[gtid];
  float3 acc = {0, 0, 0};
  for (int i = 0, tile = 0; i < n; i += blockDim.x, tile++) {
    s[threadIdx.x] = p[tile * blockDim.x + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < blockDim.x; j++) acc = interact(mine, s[j], acc);
    __syncthreads();
  }
  a[gtid] = make_float4(acc.x, acc.y, acc.z, 0);
}
__global__ void gems_global(const float4* p, float4* a, int n) {
  int gtid = blockIdx.x * blockDim.x + threadIdx.x;
  float4 mine = p[gtid];
  float3 acc = {0, 0, 0};
  for (int j = 0; j < n; j++) acc = interact(mine, p[j], acc);
  a[gtid] = make_float4(acc.x, acc.y, acc.z, 0);
}
__global__ void move(float4* p, float4* v, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    p[i].x += v[i].x * dt;
    p[i].y += v[i].y * dt;
    p[i].z += v[i].z * dt;
  }
}
int main() {
  for (int n : {4096, 16384, 65536}) {
    std::vector<float> h(8 * n);
    for (auto& x : h) x = rand() / (float)RAND_MAX;
    void *a, *b;
    cudaMalloc(&a, 32 * n);
    cudaMalloc(&b, 64 * n);
    cudaMemcpy(a, h.data(), 32 * n, cudaMemcpyHostToDevice);
    cudaMemset(b, 0, 64 * n);
    simple<<<n / 256, 256>>>((Body*)a, 0.01f, n);
    tile4<<<n / 256, 256>>>((float4*)a, (float4*)b, 0.01f, n);
    gems<<<n / 256, 256, 4096>>>((float4*)a, (float4*)b, n);
    gems<<<n / 128, 128, 2048>>>((float4*)a, (float4*)b, n);
    gems_global<<<n / 256, 256>>>((float4*)a, (float4*)b, n);
    move<<<n / 256, 256>>>((float4*)a, (float4*)b, 0.01f, n);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(b);
  }
}
