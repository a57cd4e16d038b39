// describe: -D n=1Mi -D m=64 -D limit=1024 --launch 'grid=[ceil_div(n, 256)] block=[256]' --values 'j_rounds=uniform: [1, 17]' -D taken_9=0.5 -D a_elements=64Mi
__global__ void search(const int* a, int* found, int* sums, int limit, int m, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int sum = 0;
  for (int k = 0; k < m && i * 64 + k < limit; ++k) sum += a[i * 64 + k];  // two ends, both known
  sums[i] = sum;
  for (int j = 0; j < 16; ++j) {  // ends on data
    if (a[i * 64 + j] == sum) {
      found[i] = j;
      break;
    }
  }
}
