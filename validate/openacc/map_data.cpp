// acc_map_data() makes a device allocation of one's own the device's copy of a host array: regions
// then find it present.
#include <openacc.h>

#include "validate/openacc/idiom.hpp"

GPUMODEL_IDIOM("map-data", device) {
  constexpr int n = 10000;
  std::vector<int> all(n);
  int* a = all.data();
  void* on_device = acc_malloc(n * sizeof(int));
  gpumodel::expect(on_device != nullptr, "acc_malloc() fails");
  acc_map_data(a, on_device, n * sizeof(int));
#pragma acc parallel loop present(a[0 : n])
  for (int i = 0; i < n; ++i) a[i] = 3 * i;
#pragma acc update self(a[0 : n])
  acc_unmap_data(a);
  acc_free(on_device);
  gpumodel::expect_all(all, [](std::size_t i) { return 3 * i; });
}
