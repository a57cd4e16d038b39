# OpenACC with GCC: `gpumodel_openacc_flags` carries the flags. For a GPU where the compiler can
# offload (package gcc-12-offload-nvptx), else for the host, where answers can still be checked.
#
# The offload compiler names sm_30 by default and CUDA 13's ptxas knows nothing below sm_75, so the
# architecture is stated. `-lm` is for mathematics in offloaded code; both are one argument.
include(CheckCXXSourceCompiles)

set(program "
  #include <cmath>
  int main(int argc, char**) {
    double x = argc;
    #pragma acc parallel loop reduction(+ : x)
    for (int i = 0; i < 100; ++i) x += std::sqrt(static_cast<double>(i));
    return x > 0 ? 0 : 1;
  }")

set(CMAKE_REQUIRED_FLAGS "-fopenacc -foffload=disable")
check_cxx_source_compiles("${program}" GPUMODEL_HAS_OPENACC)
set(CMAKE_REQUIRED_FLAGS "-fopenacc -foffload=nvptx-none -foffload-options=nvptx-none=-misa=sm_80")
set(CMAKE_REQUIRED_LINK_OPTIONS "-foffload-options=nvptx-none=-lm")
check_cxx_source_compiles("${program}" GPUMODEL_HAS_OPENACC_OFFLOAD)
unset(CMAKE_REQUIRED_FLAGS)
unset(CMAKE_REQUIRED_LINK_OPTIONS)

if(GPUMODEL_HAS_OPENACC)
  add_library(gpumodel_openacc_flags INTERFACE)
  if(GPUMODEL_HAS_OPENACC_OFFLOAD)
    set(openacc_flags -fopenacc -foffload=nvptx-none -foffload-options=nvptx-none=-misa=sm_80)
    # The offload table holds absolute addresses: -no-pie.
    target_link_options(gpumodel_openacc_flags INTERFACE -foffload-options=nvptx-none=-lm -no-pie)
  else()
    set(openacc_flags -fopenacc -foffload=disable)
  endif()
  target_compile_options(gpumodel_openacc_flags INTERFACE ${openacc_flags})
  target_link_options(gpumodel_openacc_flags INTERFACE ${openacc_flags})
  list(JOIN openacc_flags " " GPUMODEL_OPENACC_FLAGS)
endif()
