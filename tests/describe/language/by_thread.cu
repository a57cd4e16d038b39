// describe: -D n=65536
// A counter that doubles or halves up to the number of the thread: written out, as often as the last
// thread of the block has rounds.
__global__ void scan(float* data, int n) {
  __shared__ float part[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? data[i] : 0.f;
  for (unsigned stride = 1; stride <= threadIdx.x; stride *= 2)
    part[threadIdx.x] += part[threadIdx.x - stride];
  if (i < n) data[i] = part[threadIdx.x];
}

__global__ void down(float* data, const float* in) {
  float sum = 0.f;
  for (unsigned step = blockDim.x / 2; step > threadIdx.x + 3; step >>= 1)
    sum += in[blockIdx.x * blockDim.x + threadIdx.x + 64 * step];
  data[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

void launch(float* data, const float* in, int n) {
  scan<<<(n + 63) / 64, 64>>>(data, n);
  down<<<1024, 64>>>(data, in);
}
