// Kernels that decide by data: what a description leaves open is counted where they are executed.
#include <cstdio>
#include <cstdlib>

// Four elements more, for who looks ahead.
__global__ void make(float* x, float* length, float* from, float* sums, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n + 4) return;
  x[i] = i % 4 == 0 ? 1.f : i % 4 == 1 ? -3.f : -1.f;
  length[i] = static_cast<float>(1 + i % 3);
  from[i] = static_cast<float>(i);
  sums[i] = 1.f;
}
// A quarter of the elements is positive.
__global__ void filter(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 0.f) y[i] = sqrtf(x[i]) + expf(x[i]) + logf(x[i]);
}

// The others are not.
__global__ void negative(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (x[i] < 0.f) y[i] = 1.f;
}

// Both ways of one condition: of threads behind the last element, too.
__global__ void either(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool positive = x[i % n] > 0.f;
  if (positive) y[i] = 1.f;
  __syncthreads();
  if (!positive) y[i] = 2.f;
}

// A quarter each goes the first and the last way, half of them the second, nobody the third.
__global__ void ways(const float* x, float* y, float* z, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  switch (static_cast<int>(x[i])) {
    case 1:
      y[i] = 1.f;
      break;
    case -1:
      z[i] = 2.f;
      break;
    case 7:
      y[i + 1] = 3.f;
      break;
    default:
      z[i + 1] = 4.f;
  }
}

// The next positive element is 0, 1, 2 or 3 further, as often each.
__global__ void find(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int k = 0; k < 4; ++k) {
    if (x[i + k] > 0.f) {
      y[i] = static_cast<float>(k);
      break;
    }
  }
}

// The way that three quarters take stores, the other one only moves an index.
__global__ void onward(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int at = i;
  for (int k = 0; k < 4; ++k) {
    if (x[i + k] > 0.f) {
      at = at + 1;
    } else {
      y[at] = sqrtf(2.f - x[i + k]);
      at = at + 2 * k;
    }
  }
}

// A quarter of the elements, each time it is launched.
__global__ void grow(const float* x, float* sums, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (x[i] > 0.f) sums[i] += 1.f;
}

// A quarter goes to bin 5, the others to bin 0.
__global__ void bins(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int bin = static_cast<int>(2.5f + 2.5f * fmaxf(x[i], -1.f));
  y[bin] = x[i];
}

// 1, 2 and 3 rounds, as often each: until what is left is nothing.
__global__ void walk(const float* length, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float left = length[i];
  for (int r = 0; left > 0.f; ++r) {
    y[i] += left;
    left -= 1.f;
  }
}

// 1 to 1000 rounds, and more places than are listed.
__global__ void far(const float* from, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float left = fmodf(from[i], 1000.f), sum = 0.f;
  for (int r = 0; left >= 0.f; ++r) {
    sum += left * r;
    left -= 1.f;
  }
  const int place = static_cast<int>(0.5f * from[i]);
  y[place] = sum;
}

int main(int count, char** arguments) {
  const int n = count > 1 ? std::atoi(arguments[1]) : 12000, blocks = (n + 255) / 256;
  float* array[6];
  for (float*& each : array) cudaMalloc(&each, (n + 256) * sizeof(float));
  auto& [x, length, from, sums, y, z] = array;
  make<<<blocks, 256>>>(x, length, from, sums, n);
  filter<<<blocks, 256>>>(x, y, n);
  negative<<<blocks, 256>>>(x, y, n);
  either<<<blocks, 256>>>(x, y, n);
  ways<<<blocks, 256>>>(x, y, z, n);
  find<<<blocks, 256>>>(x, y, n);
  onward<<<blocks, 256>>>(x, z, n);
  for (int i = 0; i < 2; ++i) grow<<<blocks, 256>>>(x, sums, n);
  bins<<<blocks, 256>>>(x, y, n);
  walk<<<blocks, 256>>>(length, y, n);
  far<<<blocks, 256>>>(from, y, n);
  float first = 0.f;
  cudaMemcpy(&first, sums, sizeof first, cudaMemcpyDeviceToHost);
  std::printf("first %.0f\n", first);
}
