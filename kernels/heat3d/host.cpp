// A step of the heat equation on the host: each thread takes a run of lines.
#include "kernels/heat3d/constants.hpp"
#include "validate/cases/host_kernel.hpp"

GPUMODEL_HOST_KERNEL("heat3d", kernel) {
  using gpumodel::heat3d::dt, gpumodel::heat3d::lam;
  const float* in = kernel.pointer<float>("Te_in");
  float* out = kernel.pointer<float>("Te_out");
  const std::int64_t nx = kernel.value("nx"), ny = kernel.value("ny"), nz = kernel.value("nz");
  const std::int64_t plane = nx * ny;
#pragma omp parallel for collapse(2) schedule(static)
  for (std::int64_t k = 1; k < nz - 1; ++k) {
    for (std::int64_t j = 1; j < ny - 1; ++j) {
#pragma omp simd
      for (std::int64_t i = 1; i < nx - 1; ++i) {
        const std::int64_t at = k * plane + j * nx + i;
        const float neighbours = (in[at + 1] + in[at - 1]) + (in[at + nx] + in[at - nx]) +
                                 (in[at + plane] + in[at - plane]);
        out[at] = in[at] - lam * (6.0F * in[at] - neighbours) * dt;
      }
    }
  }
}
