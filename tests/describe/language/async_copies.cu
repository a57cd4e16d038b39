// describe: --launch 'grid=[64] block=[128]'
#include <cuda/pipeline>
#include <cuda_pipeline.h>

__global__ void turned(const float4* a, const float* b, float4* c) {
  __shared__ float4 s[128];
  __shared__ float t[128];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&s[threadIdx.x], &a[i], cuda::aligned_size_t<16>(sizeof(float4)), pipe);
  pipe.producer_commit();
  __pipeline_memcpy_async(&t[threadIdx.x], &b[i], sizeof(float));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  cuda::pipeline_consumer_wait_prior<0>(pipe);
  __syncthreads();
  const float4 v = s[127 - threadIdx.x];
  const float w = t[127 - threadIdx.x];
  c[i] = make_float4(v.x + w, v.y, v.z, v.w);
  pipe.consumer_release();
}
