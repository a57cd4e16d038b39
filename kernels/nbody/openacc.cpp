// All pairs of bodies in OpenACC, a body per vector lane; caches take the place of the tiles.
#include <cmath>

#include "kernels/nbody/constants.hpp"
#include "validate/cases/openacc_kernel.hpp"

namespace {
struct alignas(16) Body {
  float x, y, z, mass;
};
}  // namespace

GPUMODEL_OPENACC_KERNEL("nbody", kernel, queue) {
  const Body* p = kernel.pointer<Body>("p");
  Body* acc = kernel.pointer<Body>("acc");
  const int N = kernel.int_value("N");
#pragma acc parallel loop gang vector vector_length(128) deviceptr(p, acc) async(queue)
  for (int i = 0; i < N; ++i) {
    const float x = p[i].x, y = p[i].y, z = p[i].z;
    float ax = 0.0F, ay = 0.0F, az = 0.0F;
    for (int k = 0; k < N; ++k) {
      const float dx = p[k].x - x, dy = p[k].y - y, dz = p[k].z - z;
      const float inverse = 1.0F / std::sqrt(dx * dx + dy * dy + dz * dz + gpumodel::nbody::eps2);
      const float f = p[k].mass * inverse * inverse * inverse;
      ax += dx * f;
      ay += dy * f;
      az += dz * f;
    }
    acc[i] = Body{ax, ay, az, 0.0F};
  }
}
