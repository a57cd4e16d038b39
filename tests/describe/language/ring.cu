// describe: --launch 'grid=[32] block=[128]' -D n=4096 -D stride=17 -D slots=1024 --values 'r_rounds=uniform: [1, 4]' --values 'keys=uniform: [0, 1000]' --values 'table=uniform: [0, 1000]'
// Places on a ring, each some further than the one before.
__global__ void around(const float* in, float* out, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  int at = i;
  for (int r = 0; r < 100; ++r) {
    sum += in[at % n];
    at = (at + stride) % n;
  }
  out[i] = sum;
}

// A table that is looked through from where a key should be.
__global__ void probe(const int* keys, const int* table, int* found, int n, int slots) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int key = keys[i];
  int slot = key % slots;
  while (table[slot] != key) slot = (slot + 1) % slots;
  found[i] = slot;
}
