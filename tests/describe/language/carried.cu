// describe: -D n=4Ki --launch 'grid=[n / 256] block=[256]' --values 'from=uniform: [0, n]' --values 'r_rounds=uniform: [1, 9]' -D x_elements=64Ki
// A loop that does nothing but come to a number: it goes, and what it comes to is drawn.
__global__ void carried(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int from = n;
  do {
    from = from * 5 + 1;
  } while (from > 1000);
  x[i] = x[2 * from + i];
}
