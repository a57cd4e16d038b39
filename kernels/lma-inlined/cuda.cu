#include "kernels/lma-collapsed/lma_collapsed.cuh"

GPUMODEL_CUDA_KERNEL("lma-inlined", c) {
  gpumodel::launch_lma(c, gpumodel::lma_collapsed);
}
