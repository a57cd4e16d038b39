// describe: --launch 'grid=[64] block=[64]'
__device__ int turned(int bits) {
  const int order[] = {0, 2, 1, 3};
  return order[bits];
}

__global__ void butterflies(double2* a) {
  double2* mine = a + blockIdx.x * 256 + threadIdx.x;
  double2 v[4];
  for (int i = 0; i < 4; ++i) v[i] = mine[i * 64];
  for (int i = 0; i < 2; ++i) {
    const double2 s = v[i], t = v[i + 2];
    v[i] = make_double2(s.x + t.x, s.y + t.y);
    v[i + 2] = make_double2(s.x - t.x, s.y - t.y);
  }
  for (int i = 0; i < 4; ++i) mine[i * 64] = v[turned(i)];
}
