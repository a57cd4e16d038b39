// Loops that can be shared out run a number of times that is known before: a search that stops at
// its find becomes a reduction over all elements, a triangle a square with a condition.
#include <algorithm>

#include "validate/openacc/idiom.hpp"

// The first place of `wanted`; n where there is none.
static int find(int wanted, int n, const int* a) {
  int place = n;
#pragma acc parallel loop reduction(min : place) copyin(a[0 : n])
  for (int i = 0; i < n; ++i)
    if (a[i] == wanted) place = std::min(place, i);
  return place;
}

// The sum of the elements on and above the diagonal.
static long sum_above(int n, const int* a) {
  long sum = 0;
#pragma acc parallel loop collapse(2) reduction(+ : sum) copyin(a[0 : n * n])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (j >= i) sum += a[i * n + j];
  return sum;
}

GPUMODEL_IDIOM("countable-loops", nothing) {
  constexpr int n = 60;
  std::vector<int> a(n * n);
  for (int i = 0; i < n * n; ++i) a[static_cast<std::size_t>(i)] = i / n;
  const int place = find(7, n * n, a.data());
  gpumodel::expect(place == 7 * n, "the first 7 is found at " + std::to_string(place));
  gpumodel::expect(find(n, n * n, a.data()) == n * n, "a number that is not there is found");
  long wanted = 0;
  for (int i = 0; i < n; ++i) wanted += i * (n - i);
  const long sum = sum_above(n, a.data());
  gpumodel::expect(sum == wanted, "the sum is " + std::to_string(sum));
}
