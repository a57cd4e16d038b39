// How the programs that measure or describe are built: what doctor and every refusal for lack of
// one say.
#pragma once

namespace gpumodel {

inline constexpr const char* build_for_cuda = "build it with nvcc: cmake --workflow --preset cuda";
inline constexpr const char* build_for_host =
    "build it with a compiler that knows OpenMP: cmake --workflow --preset runners";
inline constexpr const char* build_for_openacc =
    "build it with a compiler that knows OpenACC, such as GCC, and offloads it to a GPU, such as "
    "GCC with gcc-offload-nvptx: cmake --workflow --preset runners";
inline constexpr const char* build_for_sources =
    "build it with the libraries of clang and LLVM: bash cmake/packages.sh describe && cmake "
    "--workflow --preset describe";

}  // namespace gpumodel
