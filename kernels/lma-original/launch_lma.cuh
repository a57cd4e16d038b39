// How the versions of the LFRic matrix-vector product that do one colour are launched.
//
// Layer k of degree of freedom df of a cell is lhs[map1[cell * ndf1 + df] + k], and with map2 the
// same for x. The matrix of layer ik = cell * nlayers + k is stored with df running fastest.
#pragma once

#include "validate/cases/cuda_kernel.cuh"
#include "validate/cases/int_indices.hpp"

namespace gpumodel {

// Offsets into the matrix are 64 bits wide, those that the maps hold 32.
inline void require_lma_indices(const KernelCase& c) {
  require_int_indices(c.array("x"));
  require_int_indices(c.array("lhs"));
}

// `kernel` takes the cells of its colour, nlayers, ndf1, ndf2, matrix, x, lhs, map1 and map2.
template <class Kernel>
void launch_lma(CudaLaunch& c, Kernel kernel) {
  require_lma_indices(c.kernel_case());
  const int* cells = c.pointer<const int>("cmap") + c.value("colour") * c.value("per_colour");
  c.launch(kernel, cells, c.int_value("nlayers"), c.int_value("ndf1"), c.int_value("ndf2"),
           c.pointer<const double>("matrix"), c.pointer<const double>("x"),
           c.pointer<double>("lhs"), c.pointer<const int>("map1"), c.pointer<const int>("map2"));
}

}  // namespace gpumodel
