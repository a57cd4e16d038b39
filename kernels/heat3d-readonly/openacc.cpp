// The step of heat3d in OpenACC with pointers that cannot alias.
#include "kernels/heat3d/constants.hpp"
#include "validate/cases/openacc_kernel.hpp"

GPUMODEL_OPENACC_KERNEL("heat3d-readonly", kernel, queue) {
  using gpumodel::heat3d::dt, gpumodel::heat3d::lam;
  const float* __restrict__ in = kernel.pointer<float>("Te_in");
  float* __restrict__ out = kernel.pointer<float>("Te_out");
  const int nx = kernel.int_value("nx"), ny = kernel.int_value("ny"), nz = kernel.int_value("nz");
  const std::int64_t row = nx, plane = row * ny;
#pragma acc parallel loop gang collapse(2) vector_length(128) deviceptr(in, out) async(queue)
  for (int k = 1; k < nz - 1; ++k) {
    for (int j = 1; j < ny - 1; ++j) {
#pragma acc loop vector
      for (int i = 1; i < nx - 1; ++i) {
        const std::int64_t at = k * plane + j * row + i;
        const float neighbours = (in[at + 1] + in[at - 1]) + (in[at + row] + in[at - row]) +
                                 (in[at + plane] + in[at - plane]);
        out[at] = in[at] - lam * (6.0F * in[at] - neighbours) * dt;
      }
    }
  }
}
