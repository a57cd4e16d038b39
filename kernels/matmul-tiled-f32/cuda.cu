#include "kernels/matmul-tiled-f32/matmul_tiled.cuh"

GPUMODEL_CUDA_KERNEL("matmul-tiled-f32", c) {
  gpumodel::launch_matmul_tiled<float>(c);
}
