// describe: --kernel decisions -D n=4Ki -D taken_8=0.5 --launch 'grid=[n / 256] block=[256]'
// Whole numbers that are computed from data only to decide; what counts rounds is not among them.
__global__ void decisions(const int* key, const int* first, int* found, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int a = key[i];
  for (int k = 0; k < 32; ++k) a = a * a + 7;
  if ((a & 255) == 3) found[i] = i;
}
