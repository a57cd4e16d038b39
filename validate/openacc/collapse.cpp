// collapse fuses loops that are too short one by one to fill the device.
#include "validate/openacc/idiom.hpp"

static void number_points(int layers, int rows, int columns, int* a) {
#pragma acc parallel loop collapse(3) copyout(a[0 : layers * rows * columns])
  for (int k = 0; k < layers; ++k)
    for (int j = 0; j < rows; ++j)
      for (int i = 0; i < columns; ++i) a[(k * rows + j) * columns + i] = k * 1000 + j * 50 + i;
}

GPUMODEL_IDIOM("collapse", nothing) {
  constexpr std::size_t layers = 7, rows = 20, columns = 50;
  std::vector<int> a(layers * rows * columns);
  number_points(layers, rows, columns, a.data());
  gpumodel::expect_all(a, [](std::size_t i) { return i; });
}
