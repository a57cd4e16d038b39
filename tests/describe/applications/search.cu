// Where two sorted arrays are split, by each thread for its part of the merged one: of what was read
// in rounds before, an index of one is made with an index of the other.
#include <vector>

__device__ int rank_of(const int* a, const int* b, int n, int m, int k) {
  int first = max(0, k - m), last = min(n, k);
  while (first < last) {
    const int at = (first + last) / 2;
    if (k - at > 0 && a[at] >= b[k - at - 1]) {
      last = at;
    } else {
      first = at + 1;
    }
  }
  return first;
}

__global__ void ranks(const int* a, const int* b, int* out, int n, int m) {
  const int k = 16 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (k < n + m) out[k / 16] = rank_of(a, b, n, m, k);
}

int main() {
  const int n = 9000, m = 1000, threads = (n + m) / 16;
  std::vector<int> x(n), y(m);
  for (int i = 0; i < n; ++i) x[i] = 2 * i;
  for (int i = 0; i < m; ++i) y[i] = 17 * i;
  int *a, *b, *out;
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, m * sizeof(int));
  cudaMalloc(&out, (threads + 64) * sizeof(int));
  cudaMemcpy(a, x.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(b, y.data(), m * sizeof(int), cudaMemcpyHostToDevice);
  ranks<<<threads / 64 + 1, 64>>>(a, b, out, n, m);
  cudaDeviceSynchronize();
}
