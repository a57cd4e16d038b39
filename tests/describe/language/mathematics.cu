// describe: -D n=1Mi --launch 'grid=[ceil_div(n, 256)] block=[256]'
__global__ void functions(const float* a, const double* b, float* c, double* d, int* e, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s, t;
  sincosf(a[i], &s, &t);
  c[i] = powf(s, t) + rsqrtf(a[i]) + fmaxf(s, 0.f) + __expf(a[i]) + tanhf(t) + fmodf(s, 3.f);
  d[i] = exp(b[i]) + log1p(b[i]) + sqrt(b[i]) + erf(b[i]) + hypot(b[i], 2.0) + 1.0 / b[i];
  e[i] = __float2int_rn(a[i]) + max(__clz(n + i), __popc(i)) + (isnan(a[i]) ? 1 : 0);
}
