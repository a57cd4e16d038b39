#include "kernels/heat3d/heat_reference.hpp"

GPUMODEL_REFERENCE("heat3d-readonly", r) {
  gpumodel::expect_heat_step(r);
}
