// `deviceptr` takes an address that is of the device already, such as acc_malloc() gives.
#include <openacc.h>

#include "validate/openacc/idiom.hpp"

GPUMODEL_IDIOM("deviceptr", nothing) {
  constexpr int n = 10000;
  std::vector<int> result(n);
  int* a = static_cast<int*>(acc_malloc(n * sizeof(int)));
#pragma acc parallel loop deviceptr(a)
  for (int i = 0; i < n; ++i) a[i] = 2 * i;
  int* host = result.data();
#pragma acc parallel loop deviceptr(a) copyout(host[0 : n])
  for (int i = 0; i < n; ++i) host[i] = a[i] + 1;
  acc_free(a);
  gpumodel::expect_all(result, [](std::size_t i) { return 2 * i + 1; });
}
