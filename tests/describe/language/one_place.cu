// describe: -D width_value=1000 -D field_height_value=700 -D n=64Ki --values 'element=uniform: [0, 64]'
// Numbers that stand at one place in memory: a variable of the device, and what a pointer points to,
// where the kernel does not change them, are parameters; where it does, they are data.
struct Field {
  int height;
  float scale;
};

__device__ int width;
__device__ int next;

__global__ void scaled(float* out, const float* in, const Field* field) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < field->height) out[y * width + x] = field->scale * in[y * width + x];
}

__global__ void queued(int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[atomicAdd(&next, 1) % 32] = i;
}

void launch(float* out, const float* in, const Field* field, int* list, int n) {
  const dim3 block(32, 8);
  scaled<<<dim3(32, 88), block>>>(out, in, field);
  queued<<<(n + 255) / 256, 256>>>(list, n);
}
