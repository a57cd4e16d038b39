// describe: -D levels=3 -D m=4096 -D taken_28=0.5 --launch 'grid=[ceil_div(m, 128)] block=[128]'
// Powers of two of the number of the round: for each level of a transform in each thread, whose
// number is constant in one kernel, and a size in the other.
__device__ void level(const float* in, float* out, int l, int levels, int m) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int group = 1 << (l - 1), groups = 1 << (levels - l);
  for (int g = 0; g < groups; ++g)
    for (int k = 0; k < group; ++k)
      out[(2 * g * group + k) * m + i] = in[(g * group + k) * m + i];
}
__global__ void constant_levels(const float* in, float* out, int m) {
  if (blockIdx.x * blockDim.x + threadIdx.x >= m) return;
  for (int l = 1; l <= 3; ++l) level(in, out, l, 3, m);
}
__global__ void stated_levels(const float* in, float* out, int levels, int m) {
  if (blockIdx.x * blockDim.x + threadIdx.x >= m) return;
  for (int l = 1; l <= levels; ++l) level(in, out, l, levels, m);
}
// Bits of data stay what they are: data, also where they are asked for one by one.
__global__ void bits_of_data(const int* in, int* out, int m) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  const int word = in[i];
  int count = 0;
  for (int b = 0; b < 32; ++b) count += word >> b & 1;
  out[i] = count;
  for (int b = 0; b < 8; ++b)
    if (word & 1 << b) out[(b + 1) * m + i] = 1;
}
