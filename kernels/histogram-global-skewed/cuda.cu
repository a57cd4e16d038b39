#include "kernels/histogram-global/histogram_global.cuh"

GPUMODEL_CUDA_KERNEL("histogram-global-skewed", c) {
  gpumodel::launch_histogram_global(c);
}
