// What the machine model has been judged on. An equation that no measured kernel has put to the
// test is as good as a guess, and says so.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "models/kernel/thread/parts.hpp"

namespace gpumodel {

// Fewer say nothing about how far four of five are off.
inline constexpr std::size_t kernels_that_judge = 5;

// Parts that so many kernels of the records in validate/records have which count and whose times
// were measured: generated ones, and those of the library. In ascending order.
std::span<const KernelPart> judged_parts();

// Parts of a kernel that are none of these.
std::vector<PlacedPart> unjudged_parts(const Kernel& kernel);
inline bool has_unjudged_parts(const Kernel& kernel) {
  return !unjudged_parts(kernel).empty();
}

}  // namespace gpumodel
