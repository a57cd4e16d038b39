// y = what 100 rounds make of x. The arrays lie on the host, both are made by host_array().
__global__ void settle(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float value = x[i];
  for (int k = 0; k < 100; ++k) value = 0.5f * value + 1.0f;
  y[i] = value;
}

// TODO 1: memory that the device can copy by itself while the host goes on
float* host_array(int n) {
  float* made = nullptr;
  //{
  cudaMallocHost(&made, n * sizeof(float));
  //- made = static_cast<float*>(malloc(n * sizeof(float)));
  //}
  return made;
}

void settle_all(const float* x, float* y, int n) {
  float *on_x, *on_y;
  cudaMalloc(&on_x, n * sizeof(float));
  cudaMalloc(&on_y, n * sizeof(float));
  // TODO 2: in chunks, each in one of several streams, so that copies both ways and the kernel
  // overlap
  //{
  constexpr int chunks = 16, count = 4;
  cudaStream_t streams[count];
  for (cudaStream_t& each : streams) cudaStreamCreate(&each);
  const int most = (n + chunks - 1) / chunks;
  for (int k = 0; k < chunks && k * most < n; ++k) {
    const int first = k * most, size = n - first < most ? n - first : most;
    cudaStream_t stream = streams[k % count];
    cudaMemcpyAsync(on_x + first, x + first, size * sizeof(float), cudaMemcpyHostToDevice, stream);
    settle<<<(size + 255) / 256, 256, 0, stream>>>(on_x + first, on_y + first, size);
    cudaMemcpyAsync(y + first, on_y + first, size * sizeof(float), cudaMemcpyDeviceToHost, stream);
  }
  cudaDeviceSynchronize();
  for (cudaStream_t& each : streams) cudaStreamDestroy(each);
  //- cudaMemcpy(on_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
  //- settle<<<(n + 255) / 256, 256>>>(on_x, on_y, n);
  //- cudaMemcpy(y, on_y, n * sizeof(float), cudaMemcpyDeviceToHost);
  //}
  cudaFree(on_x);
  cudaFree(on_y);
}
