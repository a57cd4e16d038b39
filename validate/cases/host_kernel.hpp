// What kernels/NAME/host.cpp sees: registers the OpenMP version of a kernel with the host runner.
//
//   GPUMODEL_HOST_KERNEL("saxpy", c) {
//     const float* x = c.pointer<float>("x");
//     float* y = c.pointer<float>("y");
//     const std::int64_t N = c.value("N");
//   #pragma omp parallel for schedule(static)
//     for (std::int64_t i = 0; i < N; ++i) y[i] = 2.0F * x[i] + y[i];
//   }
//
// Arrays are first touched by the same static schedule.
#pragma once

#include "validate/cases/kernel_case.hpp"

namespace gpumodel {

using HostFunction = void (*)(const KernelCase&);
// Called before main() by the macro.
bool register_host_kernel(const char* kernel, HostFunction function);
// Null where there is none.
HostFunction find_host_kernel(std::string_view kernel);
std::vector<std::string> host_kernels();

}  // namespace gpumodel

#define GPUMODEL_HOST_KERNEL_AS(KERNEL, FUNCTION, ARGS)      \
  static void FUNCTION ARGS;                                 \
  [[maybe_unused]] static const bool FUNCTION##_registered = \
      gpumodel::register_host_kernel(KERNEL, FUNCTION);      \
  static void FUNCTION ARGS
// NOLINTBEGIN(bugprone-macro-parentheses): C is declared, not used.
#define GPUMODEL_HOST_KERNEL(KERNEL, C) \
  GPUMODEL_HOST_KERNEL_AS(KERNEL, gpumodel_host_run, (const gpumodel::KernelCase& C))
// NOLINTEND(bugprone-macro-parentheses)
