// describe: -D n=1Mi --launch 'grid=[ceil_div(n, 256)] block=[256]'
__global__ void lengths(const float4* __restrict__ p, const double2* __restrict__ q,
                        float* __restrict__ out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float4 a = p[i];
  const double2 b = q[i];
  out[i] = sqrtf(a.x * a.x + a.y * a.y + a.z * a.z) + float(b.x * b.y);
}
