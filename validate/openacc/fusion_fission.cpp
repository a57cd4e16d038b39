// One construct is one launch: short loops of the same length share one. A long body that takes
// many registers is cut in two, and what the second part needs goes through memory.
#include "validate/openacc/idiom.hpp"

static void fused(int n, int* a, int* b) {
#pragma acc parallel loop present(a[0 : n], b[0 : n])
  for (int i = 0; i < n; ++i) {
    a[i] = i;
    b[i] = 2 * i;
  }
}

static void cut_in_two(int n, int* a, const int* b) {
#pragma acc parallel loop present(a[0 : n], b[0 : n])
  for (int i = 0; i < n; ++i) a[i] += b[i];
#pragma acc parallel loop present(a[0 : n])
  for (int i = 0; i < n; ++i) a[i] *= a[i];
}

GPUMODEL_IDIOM("fusion-fission", nothing) {
  constexpr int n = 10000;
  std::vector<int> first(n), second(n);
  int *a = first.data(), *b = second.data();
#pragma acc data copyout(a[0 : n]) create(b[0 : n])
  {
    fused(n, a, b);
    cut_in_two(n, a, b);
  }
  gpumodel::expect_all(first, [](std::size_t i) { return 9 * i * i; });
}
