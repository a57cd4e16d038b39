// `update` refreshes a part of an array within a data region, in the direction named: the host
// looks at the border that the device computed, and sends it a new one.
#include "validate/openacc/idiom.hpp"

GPUMODEL_IDIOM("update", nothing) {
  constexpr int n = 1000, border = 10;
  std::vector<int> all(n, 1);
  int* a = all.data();
#pragma acc data copy(a[0 : n])
  {
#pragma acc parallel loop present(a[0 : n])
    for (int i = 0; i < n; ++i) a[i] += i;
#pragma acc update self(a[0 : border])
    for (int i = 0; i < border; ++i) a[i] *= 100;
#pragma acc update device(a[0 : border])
#pragma acc parallel loop present(a[0 : n])
    for (int i = 0; i < n; ++i) a[i] += 1;
  }
  gpumodel::expect_all(all, [](std::size_t i) { return (i < border ? 100 * (i + 1) : i + 1) + 1; });
}
