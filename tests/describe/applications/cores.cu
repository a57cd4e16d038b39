// Kernels of many blocks, whose results are the same however many cores execute them: stencils with
// shared memory, whole numbers that blocks add up, sums of floating-point numbers, places that
// threads are given, and blocks that wait for the one before them.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

constexpr int threads = 128, blocks = 2000, n = threads * blocks, bins = 97;

__global__ void smooth(const float* from, float* to, int rounds) {
  __shared__ float s[threads + 2];
  const int i = blockIdx.x * threads + threadIdx.x;
  s[threadIdx.x + 1] = from[i];
  if (threadIdx.x == 0) s[0] = i > 0 ? from[i - 1] : 0;
  if (threadIdx.x == threads - 1) s[threads + 1] = i + 1 < n ? from[i + 1] : 0;
  __syncthreads();
  for (int k = 0; k < rounds; ++k) {
    const float mean = (s[threadIdx.x] + s[threadIdx.x + 1] + s[threadIdx.x + 2]) / 3;
    __syncthreads();
    s[threadIdx.x + 1] = mean;
    __syncthreads();
  }
  to[i] = s[threadIdx.x + 1];
}

__global__ void histogram(const float* x, unsigned* all, unsigned long long* sum, int* largest) {
  extern __shared__ unsigned own[];
  for (int k = threadIdx.x; k < bins; k += threads) own[k] = 0;
  __syncthreads();
  const int i = blockIdx.x * threads + threadIdx.x;
  const int value = int(x[i] * 1000);
  atomicAdd(&own[value % bins], 1u);
  atomicMax(largest, value);
  atomicAdd(sum, (unsigned long long)value);
  __syncthreads();
  for (int k = threadIdx.x; k < bins; k += threads) atomicAdd(&all[k], own[k]);
}

__global__ void total(const float* x, float* sum) {
  atomicAdd(sum, x[blockIdx.x * threads + threadIdx.x]);
}

__global__ void chosen(const float* x, int* count, float* to) {
  const int i = blockIdx.x * threads + threadIdx.x;
  if (x[i] > 0.5f) to[atomicAdd(count, 1)] = x[i];
}

// A running sum over blocks: each waits for that of the block before.
__global__ void chain(const unsigned* x, volatile unsigned* so_far, volatile int* ready) {
  __shared__ unsigned sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, x[blockIdx.x * threads + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x != 0) return;
  unsigned before = 0;
  if (blockIdx.x > 0) {
    while (ready[blockIdx.x - 1] == 0) {
    }
    before = so_far[blockIdx.x - 1];
  }
  so_far[blockIdx.x] = before + sum;
  __threadfence();
  ready[blockIdx.x] = 1;
}

static std::uint64_t digest = 14695981039346656037u;
template <class T>
void show(const char* what, const T* on_device, std::size_t count) {
  std::vector<T> x(count);
  cudaMemcpy(x.data(), on_device, count * sizeof(T), cudaMemcpyDeviceToHost);
  const auto* bytes = reinterpret_cast<const unsigned char*>(x.data());
  for (std::size_t i = 0; i < count * sizeof(T); ++i) digest = (digest ^ bytes[i]) * 1099511628211u;
  std::printf("%s %016llx\n", what, (unsigned long long)digest);
}

template <class T>
T* on_device(std::size_t count) {
  T* made;
  cudaMalloc(&made, count * sizeof(T));
  cudaMemset(made, 0, count * sizeof(T));
  return made;
}

int main() {
  std::vector<float> x(n);
  std::vector<unsigned> whole(n);
  unsigned state = 1;
  for (int i = 0; i < n; ++i) {
    state = state * 1664525u + 1013904223u;
    x[i] = float(state >> 8) / float(1 << 24);
    whole[i] = state >> 20;
  }
  auto *from = on_device<float>(n), *to = on_device<float>(n), *some = on_device<float>(n),
       *sum = on_device<float>(1);
  auto *counts = on_device<unsigned>(bins), *numbers = on_device<unsigned>(n),
       *so_far = on_device<unsigned>(blocks);
  auto* wide = on_device<unsigned long long>(1);
  auto *largest = on_device<int>(1), *count = on_device<int>(1), *ready = on_device<int>(blocks);
  cudaMemcpy(from, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(numbers, whole.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
  smooth<<<blocks, threads>>>(from, to, 20);
  show("smooth", to, n);
  histogram<<<blocks, threads, bins * sizeof(unsigned)>>>(to, counts, wide, largest);
  show("histogram", counts, bins);
  show("sum", wide, 1);
  show("largest", largest, 1);
  total<<<blocks, threads>>>(to, sum);
  show("total", sum, 1);
  chosen<<<blocks, threads>>>(to, count, some);
  show("chosen", some, n);
  chain<<<blocks, threads>>>(numbers, so_far, ready);
  show("chain", so_far, blocks);
  unsigned expected = 0, last = 0;
  for (unsigned v : whole) expected += v;
  cudaMemcpy(&last, so_far + blocks - 1, sizeof last, cudaMemcpyDeviceToHost);
  return last == expected ? 0 : 1;
}
