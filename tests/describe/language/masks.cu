// describe: -D n=4096 --launch 'grid=[16] block=[256]'
// Bits of a number in the middle of it, and those that are set: divisions by powers of two, which
// the compiler writes as masks.
__global__ void masks(const float* in, float* out, int n) {
  const int t = threadIdx.x, first = blockIdx.x * 256;
  const int column = t % 2 * 4, row = t / 2, quad = t * 4 % 32;
  out[first + t] = in[first + column + row % 16 * 16] + in[first + quad] + in[first + t / 64 * 64 + 63];
  out[n + first + t] = in[first + (t & 0x5a)];
}
