#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace {

struct Rack {
  float width_a, width_b, doubled_width;
};

__global__ void rack_aos(Rack* __restrict__ racks, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) racks[i].doubled_width = 2 * (racks[i].width_a + racks[i].width_b);
}

}  // namespace

GPUMODEL_CUDA_KERNEL("rack-aos", c) {
  gpumodel::require_int_indices(c.kernel_case());
  c.launch(rack_aos, c.pointer<Rack>("racks"), c.int_value("N"));
}
