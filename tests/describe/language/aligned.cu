// describe: --launch 'grid=[64] block=[128]'
__global__ void aligned(const float4* a, float4* b) {
  __shared__ alignas(alignof(float4)) float s[4 * 128];
  const int t = threadIdx.x;
  reinterpret_cast<float4*>(s)[t] = a[blockIdx.x * blockDim.x + t];
  __syncthreads();
  b[blockIdx.x * blockDim.x + t] = reinterpret_cast<float4*>(s)[127 - t];
}
