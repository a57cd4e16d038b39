// Doubles the width of racks of two parts.
struct Rack {
  float width_a, width_b, doubled;
};

__global__ void double_widths(Rack* racks, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) racks[i].doubled = 2 * (racks[i].width_a + racks[i].width_b);
}

void double_all(Rack* racks, int n) {
  const int threads = 128;
  int blocks = 0;
  Rack* on_device = nullptr;

  // TODO 1: allocate memory for n racks on the device
  //{
  cudaMalloc(&on_device, n * sizeof(Rack));
  //}

  // TODO 2: copy the racks to the device
  //{
  cudaMemcpy(on_device, racks, n * sizeof(Rack), cudaMemcpyHostToDevice);
  //}

  // TODO 3: how many blocks, so that each rack has a thread?
  //{
  blocks = (n + threads - 1) / threads;
  //}

  // TODO 4: launch the kernel
  //{
  double_widths<<<blocks, threads>>>(on_device, n);
  //}

  // TODO 5: copy the racks back
  //{
  cudaMemcpy(racks, on_device, n * sizeof(Rack), cudaMemcpyDeviceToHost);
  //}
  cudaFree(on_device);
}
