#include "kernels/transpose-tiled/transpose_tiled.cuh"

GPUMODEL_CUDA_KERNEL("transpose-tiled", c) {
  gpumodel::launch_transpose_tiled<0>(c);
}
