#include "kernels/matmul-tiled-f32/matmul_tiled.cuh"

GPUMODEL_CUDA_KERNEL("matmul-tiled-f64", c) {
  gpumodel::launch_matmul_tiled<double>(c);
}
