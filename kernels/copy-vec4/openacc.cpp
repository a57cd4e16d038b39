// The copy in OpenACC, four floats of 16 aligned bytes per vector lane.
#include "validate/cases/openacc_kernel.hpp"

namespace {
struct alignas(16) Float4 {
  float x, y, z, w;
};
}  // namespace

GPUMODEL_OPENACC_KERNEL("copy-vec4", kernel, queue) {
  const Float4* a = kernel.pointer<Float4>("a");
  Float4* b = kernel.pointer<Float4>("b");
  const int vectors = kernel.int_value("N") / 4;
#pragma acc parallel loop gang vector vector_length(128) deviceptr(a, b) async(queue)
  for (int i = 0; i < vectors; ++i) b[i] = a[i];
}
