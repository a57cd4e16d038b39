#include "kernels/lma-collapsed/lma_collapsed.cuh"

GPUMODEL_CUDA_KERNEL("lma-collapsed", c) {
  gpumodel::launch_lma(c, gpumodel::lma_collapsed);
}
