// Instead of cuda_parts.cu in a program that was built without nvcc.
#include "validate/openacc/cuda_parts.hpp"

namespace gpumodel {

const CudaParts* cuda_parts() {
  return nullptr;
}

}  // namespace gpumodel
