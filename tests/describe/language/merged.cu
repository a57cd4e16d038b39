// describe: --launch 'grid=[16] block=[256]' -D width=64 -D size=4096 -D taken_13=0.5 -D taken_14=0.5 -D taken_15=0.5 -D taken_24=0.5 -D taken_25=0.5 -D in_elements=8192 -D out_elements=8192 --values 'at=uniform: [0, 256]' --values 'begin=uniform: [0, 64]' --values 'end=uniform: [64, 128]' --values 'i=uniform: [0, 4096]' --values 'i_3_rounds=uniform: [1, 64]' --values 'i_4=uniform: [0, 4096]' --values 'in=uniform: [0, 64]' --values 'j=uniform: [0, 4096]' --values 'j_3_rounds=uniform: [1, 64]' --values 'j_4=uniform: [0, 4096]' --values 'k_rounds=uniform: [1, 64]' --values 'k_2_rounds=uniform: [1, 64]' --values 'length=uniform: [1, 256]' --values 'list=uniform: [0, 4096]' --values 'marks=uniform: [0, 2]'
// Two sorted parts become one: how far the first loop came is used behind the condition around it;
// and a list in shared memory whose length threads find out.
__global__ void merged(const int* in, int* out, int width, int size) {
  int start = blockIdx.x * width * 2;
  int mid = min(start + width, size), end = min(start + 2 * width, size);
  int i = start, j = mid, k = start;
  while (i < mid && j < end) {
    if (in[i] < in[j])
      out[k++] = in[i++];
    else
      out[k++] = in[j++];
  }
  while (i < mid) out[k++] = in[i++];
  while (j < end) out[k++] = in[j++];
}

__global__ void listed(const int* marks, int* out, int size) {
  __shared__ int list[256], length;
  if (threadIdx.x == 0) length = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size && marks[i] > 0) {
    int at = atomicAdd(&length, 1);
    if (at < 256) list[at] = i;
  }
  __syncthreads();
  for (int k = threadIdx.x; k < length; k += blockDim.x) out[list[k]] = blockIdx.x;
}

// From one number that is found out in shared memory to another.
__global__ void from_to(const float* in, float* out, int size) {
  __shared__ int begin, end;
  if (threadIdx.x == 0) begin = int(in[blockIdx.x]), end = int(in[blockIdx.x + 1]);
  __syncthreads();
  float sum = 0.0f;
  for (int k = begin; k < end; ++k) sum += in[k + threadIdx.x];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
