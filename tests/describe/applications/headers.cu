// What headers of examples look for before they name errors of libraries, Thrust's random numbers, a generator of the
// host, and a sum over tiles of several warps.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cublas_v2.h>
#include <cufftXt.h>
#include <curand_kernel.h>
#include <cusparse.h>
#include <thrust/detail/type_traits.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/random.h>

#include <cstdio>

#if !defined(CUBLAS_API_H_) || !defined(_CUFFT_H_) || !defined(CUSPARSEAPI) || !defined(CURAND_H_) || \
    !defined(__VECTOR_TYPES_H__)
#error "a header does not say that it is there"
#endif

namespace cg = cooperative_groups;

__global__ void sums(const int* x, int* out) {
  __shared__ cg::block_tile_memory<256> memory;
  const auto block = cg::this_thread_block(memory);
  const auto tile = cg::tiled_partition<128>(block);
  const int sum = cg::reduce(tile, x[block.thread_rank()], cg::plus<int>());
  if (tile.thread_rank() == 0) out[tile.meta_group_rank()] = sum;
}

__global__ void another(curandStateMRG32k3a_t* state, float* x) { x[0] = curand_uniform(state); }

int main() {
  thrust::default_random_engine engine(7);
  for (int i = 0; i < 3; ++i) engine();
  thrust::minstd_rand same(7);
  same.discard(3);
  thrust::uniform_int_distribution<int> die(1, 6);
  int least = 9, most = 0;
  for (int i = 0; i < 100; ++i) {
    const int eyes = die(engine);
    least = eyes < least ? eyes : least;
    most = eyes > most ? eyes : most;
  }
  const float part = thrust::uniform_real_distribution<float>(2.f, 3.f)(same);
  *thrust::make_discard_iterator() = part;
  float numbers[1000], mean = 0;
  curandGenerator_t generator;
  curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandGenerateUniform(generator, numbers, 1000);
  for (float each : numbers) mean += each / 1000;
  int all[256], *x, *out, two[2];
  for (int i = 0; i < 256; ++i) all[i] = i;
  cudaMalloc(&x, sizeof all);
  cudaMalloc(&out, sizeof two);
  cudaMemcpy(x, all, sizeof all, cudaMemcpyHostToDevice);
  sums<<<1, 256>>>(x, out);
  cudaMemcpy(two, out, sizeof two, cudaMemcpyDeviceToHost);
  std::printf("eyes %d %d, third %u, part %s, mean %s, sums %d %d\n", least, most, thrust::minstd_rand(1)(),
              part >= 2 && part < 3 ? "within" : "beyond", mean > 0.4f && mean < 0.6f ? "found" : "wrong", two[0], two[1]);
}
