// Which kernel of the library a profiled function is.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "src/io/record/read_ncu_report.hpp"

namespace gpumodel {

// By the names of the functions in kernels/*/cuda.cu and validate/counters/kernels.cuh. Nothing
// where it is none of the `known` kernels.
std::optional<std::string> kernel_of_launch(const ProfiledLaunch& launch,
                                            std::span<const std::string> known);

}  // namespace gpumodel
