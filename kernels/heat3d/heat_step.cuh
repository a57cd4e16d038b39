// What one point of the heat kernels does; they differ in the qualifiers of their pointers and in
// the points per thread.
#pragma once

#include "kernels/heat3d/constants.hpp"
#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace gpumodel::heat3d {

__device__ inline bool inside(int i, int j, int k, int nx, int ny, int nz) {
  return i > 0 && i < nx - 1 && j > 0 && j < ny - 1 && k > 0 && k < nz - 1;
}

// The new temperature of an inner point.
__device__ inline float heat_step(const float* in, float lam, float dt, int i, int j, int k, int nx,
                                  int ny) {
  const auto at = [&](int x, int y, int z) { return in[nx * ny * z + nx * y + x]; };
  return at(i, j, k) +
         -lam *
             (-(at(i + 1, j, k) + at(i - 1, j, k)) - (at(i, j + 1, k) + at(i, j - 1, k)) -
              (at(i, j, k + 1) + at(i, j, k - 1)) + 6 * at(i, j, k)) *
             dt;
}

// Launches void kernel(float* out, In* in, float lam, float dt, int nx, int ny, int nz).
template <class In>
void launch(CudaLaunch& c, void (*kernel)(float*, In*, float, float, int, int, int)) {
  require_int_indices(c.kernel_case());
  c.launch(kernel, c.pointer<float>("Te_out"), c.pointer<float>("Te_in"), lam, dt,
           c.int_value("nx"), c.int_value("ny"), c.int_value("nz"));
}

}  // namespace gpumodel::heat3d
