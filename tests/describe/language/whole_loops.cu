// describe: --launch 'grid=[4096] block=[256]' -D n=1Mi -D rounds=1000 --values 'd_rounds=uniform: [1, 100]' --values 'count_rounds=uniform: [1, 300]'
// Whole numbers that a loop carries from round to round, or that end it, are its work.
__global__ void primes(int* flags, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 2 || i >= n) return;
  int prime = 1;
  for (int d = 2; d * d <= i; ++d) {
    if (i % d == 0) {
      prime = 0;
      break;
    }
  }
  flags[i] = prime;
}
__global__ void collatz(int* steps, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 1 || i >= n) return;
  unsigned long long value = i;
  int count = 0;
  for (; value != 1; ++count) value = value % 2 != 0 ? 3 * value + 1 : value / 2;
  steps[i] = count;
}
__global__ void random(float* x, int rounds) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned state = i * 747796405u + 2891336453u;
  float sum = 0.f;
  for (int k = 0; k < rounds; ++k) {
    state = state * 1664525u + 1013904223u;
    sum += static_cast<float>(state);
  }
  x[i] = sum;
}
