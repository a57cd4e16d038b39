// describe: -D n=1Ki -D a_elements=n*n/2 -D b_elements=n*n/2 -D c_elements=n*n/2 --launch 'grid=[n/64, n/64] block=[128]'
// Matrices on tensor cores: from global memory, one transposed, from shared memory, of other types.
#include <mma.h>

using namespace nvcuda;

__global__ void half_rows(const half* __restrict__ a, const half* __restrict__ b, float* __restrict__ c, int n) {
  const int row = (blockIdx.y * 4 + threadIdx.x / 32) * 16, column = blockIdx.x * 64;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  for (int i = 0; i < n; i += 16) {
    wmma::load_matrix_sync(fa, a + row * n + i, n);
    wmma::load_matrix_sync(fb, b + i * n + column, n);
    wmma::mma_sync(fc, fa, fb, fc);
  }
  for (int i = 0; i < fc.num_elements; ++i) fc.x[i] *= 0.5f;
  wmma::store_matrix_sync(c + row * n + column, fc, n, wmma::mem_row_major);
}

__global__ void shared_tile(const half* __restrict__ a, half* __restrict__ c, int n) {
  __shared__ __align__(16) half tile[64 * 16];
  const int row = int(threadIdx.x) / 32 * 16;
  for (int i = threadIdx.x; i < 64 * 16; i += 128) tile[i] = a[blockIdx.x * 1024 + i];
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, half> fc;
  wmma::fill_fragment(fc, __float2half(0.0f));
  wmma::load_matrix_sync(fa, tile + row * 16, 16);
  wmma::load_matrix_sync(fb, tile, 16);
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::store_matrix_sync(c + (blockIdx.x * 64 + row) * 16, fc, 16, wmma::mem_row_major);
}

__global__ void single(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> fc;
  wmma::load_matrix_sync(fc, c + blockIdx.x * 256, 16, wmma::mem_col_major);
  wmma::load_matrix_sync(fa, a + blockIdx.x * 128, 8);
  wmma::load_matrix_sync(fb, b + blockIdx.x * 128, 16);
  for (int i = 0; i < fa.num_elements; ++i) fa.x[i] = wmma::__float_to_tf32(fa.x[i]);
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::store_matrix_sync(c + blockIdx.x * 256, fc, 16, wmma::mem_col_major);
}
