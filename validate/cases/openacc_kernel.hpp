// What kernels/NAME/openacc.cpp sees: registers a kernel with the OpenACC runner.
//
//   GPUMODEL_OPENACC_KERNEL("saxpy", c, queue) {
//     const float* x = c.pointer<float>("x");
//     float* y = c.pointer<float>("y");
//     const int N = c.int_value("N");
//   #pragma acc parallel loop gang vector vector_length(128) deviceptr(x, y) async(queue)
//     for (int i = 0; i < N; ++i) y[i] = 2.0F * x[i] + y[i];
//   }
//
// Arrays are memory of the device (acc_malloc), so regions name them in deviceptr(); they run
// asynchronously in the given queue.
#pragma once

#include "validate/cases/kernel_case.hpp"

namespace gpumodel {

using OpenAccFunction = void (*)(const KernelCase&, int queue);
// Called before main() by the macro.
bool register_openacc_kernel(const char* kernel, OpenAccFunction function);

}  // namespace gpumodel

#define GPUMODEL_OPENACC_KERNEL_AS(KERNEL, FUNCTION, ARGS)   \
  static void FUNCTION ARGS;                                 \
  [[maybe_unused]] static const bool FUNCTION##_registered = \
      gpumodel::register_openacc_kernel(KERNEL, FUNCTION);   \
  static void FUNCTION ARGS
#define GPUMODEL_OPENACC_KERNEL(KERNEL, C, QUEUE)             \
  GPUMODEL_OPENACC_KERNEL_AS(KERNEL, gpumodel_openacc_launch, \
                             (const gpumodel::KernelCase& C, int QUEUE))
