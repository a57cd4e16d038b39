#include "validate/cases/cuda_kernel.cuh"

namespace {

template <int Words>
__global__ void shared_stride(int* __restrict__ out, int stride, int iters) {
  __shared__ int s[Words];
  for (int w = threadIdx.x; w < Words; w += blockDim.x) s[w] = 0;
  __syncthreads();
  const int first = threadIdx.x * stride % Words;
  int p = first;
  for (int k = 0; k < iters; ++k) p = first + s[p];  // all words are 0, which nvcc does not know
  if (p == -1) out[0] = p;                           // never
}

}  // namespace

GPUMODEL_CUDA_KERNEL("shared-stride", c) {
  const auto run = [&](auto kernel) {
    c.launch(kernel, c.pointer<int>("out"), c.int_value("stride"), c.int_value("iters"));
  };
  switch (c.value("words")) {
    case 4096:
      return run(shared_stride<4096>);
    case 8192:
      return run(shared_stride<8192>);
    case 12288:
      return run(shared_stride<12288>);
    default:
      throw gpumodel::CaseError("words is compiled for 4096, 8192 and 12288");
  }
}
