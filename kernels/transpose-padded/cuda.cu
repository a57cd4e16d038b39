#include "kernels/transpose-tiled/transpose_tiled.cuh"

GPUMODEL_CUDA_KERNEL("transpose-padded", c) {
  gpumodel::launch_transpose_tiled<1>(c);
}
