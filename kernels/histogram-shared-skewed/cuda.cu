#include "kernels/histogram-shared/histogram_shared.cuh"

GPUMODEL_CUDA_KERNEL("histogram-shared-skewed", c) {
  gpumodel::launch_histogram_shared(c);
}
