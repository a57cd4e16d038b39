// describe: -D n=64 -D table_elements=64 --values 'j=uniform: [0, n]'
// Random numbers on the device: how far a sequence is from the first one decides on rounds, numbers
// of a normal distribution come in pairs, and every fourth of Philox's has ten rounds.
#include <curand_kernel.h>

__global__ void start(curandState* states, unsigned long long seed) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(seed, i, 0, &states[i]);
}
__global__ void draw(curandState* states, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandState mine = states[i];
  float sum = 0.f;
  for (int k = 0; k < n; ++k) sum += curand_uniform(&mine) + curand_normal(&mine);
  states[i] = mine;
  out[i] = sum;
}
__global__ void in_memory(curandState* states, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = curand_normal(&states[i]);
}
__global__ void counted(float* out, int n, unsigned long long seed) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandStatePhilox4_32_10_t mine;
  curand_init(seed + i, 0, 0, &mine);
  float sum = 0.f;
  for (int k = 0; k < n; ++k) sum += curand_uniform(&mine);
  out[i] = sum;
}
// What is left of a number that has gone round is drawn itself.
__global__ void pick(curandState* states, const float* table, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandState mine = states[i];
  const int j = curand(&mine) % n;
  out[i] = table[j];
}
void all(curandState* states, const float* table, float* out, int n) {
  start<<<256, 256>>>(states, 1234);
  draw<<<256, 256>>>(states, out, n);
  in_memory<<<256, 256>>>(states, out);
  counted<<<256, 256>>>(out, n, 77);
  pick<<<256, 256>>>(states, table, out, n);
}
