// describe: -D n=1Mi -D taken_20=0.5
// What other headers and wrappers of CUDA's toolkit bring: OpenCL's types, NVML, functions of rare
// use, and braces where a launch wants dimensions.
#include <CL/cl.h>
#include <nvml.h>

#include <cstdio>

cl_int of_both(cl_command_queue, cl_mem);

__device__ float* kept(int n) {
  return new float[n];  // not called by a kernel
}

__global__ void rare(const float* a, const double* b, float* c, double* d, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float whole;
  int power;
  c[i] = a[i] < 0.f ? nanf("") : modff(a[i], &whole) + __fadd_rz(whole, 1.f) + lgammaf(a[i]);
  d[i] = frexp(b[i], &power) + asinh(b[i]) + __double2ull_rz(b[i]) + power;
}

int main() {
  nvmlDevice_t device;
  unsigned milliwatts = 0;
  if (nvmlInit() == NVML_SUCCESS && nvmlDeviceGetHandleByIndex(0, &device) == NVML_SUCCESS &&
      nvmlDeviceGetPowerUsage(device, &milliwatts) == NVML_SUCCESS) {
    std::printf("%u mW\n", milliwatts);
  }
  constexpr int n = 1 << 20, threads = 128;
  float *a, *c;
  double *b, *d;
  cudaMalloc(&a, n * sizeof(float)), cudaMalloc(&c, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(double)), cudaMalloc(&d, n * sizeof(double));
  rare<<<n / threads, {threads, 1, 1}>>>(a, b, c, d, n);
  rare<<<{n / threads}, {threads}, 0, 0>>>(a, b, c, d, n);
  cudaDeviceSynchronize();
}
