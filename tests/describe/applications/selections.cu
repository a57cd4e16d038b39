// What is selected, searched and summed by keys with Thrust: calls of a library, whose counts nobody knows.
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/sort.h>
#include <thrust/unique.h>

#include <cstdio>
#include <vector>

struct Even {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};

__global__ void scale(int* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 3;
}

int main() {
  const int n = 4096;
  thrust::device_vector<int> keys(n), values(n), found(n), sums(n), places(n);
  scale<<<n / 256, 256>>>(thrust::raw_pointer_cast(keys.data()), n);
  thrust::stable_sort_by_key(thrust::device, keys.begin(), keys.end(), values.begin(), thrust::less<int>());
  thrust::lower_bound(keys.begin(), keys.end(), values.begin(), values.end(), places.begin());

  std::vector<int> here = {1, 2, 4};
  const auto even = thrust::remove_if(here.begin(), here.end(), Even());
  std::printf("%d odd on the host\n", (int)(even - here.begin()));

  const auto end = thrust::copy_if(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(n),
                                   keys.begin(), found.begin(), Even());
  const auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), values.begin(), found.begin(), sums.begin());
  thrust::unique_by_key(keys.begin(), keys.end(), values.begin());
  std::printf("%d, %d\n", (int)(end - found.begin()), (int)(ends.first - found.begin()));
  return thrust::is_sorted(keys.begin(), keys.end()) ? 1 : 0;
}
